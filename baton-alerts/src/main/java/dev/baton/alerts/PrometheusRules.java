package dev.baton.alerts;

import dev.baton.alerts.condition.Condition;
import java.util.List;

/** The rules as a Prometheus takes them. */
public final class PrometheusRules {

    private PrometheusRules() {}

    /**
     * All rules in one group, and one more that no rule judged in the database can replace: when the database is down
     * nobody leads, so nobody judges.
     */
    public static String write(List<AlertRule> rules) {
        StringBuilder yaml = new StringBuilder("groups:\n  - name: baton\n    rules:\n");
        for (AlertRule rule : rules) {
            append(
                    yaml,
                    rule.name(),
                    rule.condition().promQl(),
                    Condition.duration(rule.lasting()),
                    rule.severity().word(),
                    rule.condition() + ", value {{ $value }}");
        }
        append(
                yaml,
                "baton_database_down",
                "(sum(baton_leader_is_leader) or vector(0)) == 0",
                "1m",
                Severity.CRITICAL.word(),
                "Nobody leads anything: the database is down or out of reach of all nodes, or no node runs."
                        + " Baton's own alerts are silent meanwhile");
        return yaml.toString();
    }

    private static void append(
            StringBuilder yaml, String name, String expression, String lasting, String severity, String summary) {
        yaml.append("      - alert: ").append(name).append('\n');
        yaml.append("        expr: ").append(quoted(expression)).append('\n');
        if (!lasting.startsWith("0")) {
            yaml.append("        for: ").append(lasting).append('\n');
        }
        yaml.append("        labels:\n          severity: ").append(severity).append('\n');
        yaml.append("        annotations:\n          summary: ")
                .append(quoted(summary))
                .append('\n');
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
