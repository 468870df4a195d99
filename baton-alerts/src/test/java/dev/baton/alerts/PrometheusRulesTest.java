package dev.baton.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.alerts.condition.Condition;
import dev.baton.testkit.Installed;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real promtool reads what we export, and finds that its rules do what ours do. */
class PrometheusRulesTest {

    @TempDir
    private Path folder;

    private String run(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Installed.program("promtool", "prometheus").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    @Test
    void theDeployedFileIsWhatIsExported() throws Exception {
        assertThat(Path.of("../deploy/prometheus/rules.yml"))
                .content(StandardCharsets.UTF_8)
                .isEqualTo(PrometheusRules.write(DefaultRules.all()));
    }

    @Test
    void promtoolAcceptsTheDefaultsAndEveryFormOfCondition() throws Exception {
        List<AlertRule> rules = new ArrayList<>(DefaultRules.all());
        for (String condition : List.of(
                "avg(a{b!='it''s',c=~\"x|y\",d!~'z\\'z'}) >= 1.5",
                "min(rate(a_total[90s])) < 0.001",
                "increase(a_total{b=''}[1h]) != -2",
                "a <= 1e3")) {
            rules.add(new AlertRule(
                    "rule_" + rules.size(),
                    Condition.parse(condition.replace("''s", "s")),
                    Duration.ofMillis(1500),
                    Severity.INFO,
                    List.of("log")));
        }
        Files.writeString(folder.resolve("rules.yml"), PrometheusRules.write(rules));
        assertThat(run("check", "rules", "rules.yml")).contains("SUCCESS: " + (rules.size() + 1) + " rules found");
    }

    @Test
    void theExportedRulesFireWhenTheyShouldAndAlsoWhenTheDatabaseIsDown() throws Exception {
        Files.writeString(folder.resolve("rules.yml"), PrometheusRules.write(DefaultRules.all()));
        Files.writeString(folder.resolve("test.yml"), """
                rule_files: [rules.yml]
                evaluation_interval: 5s
                tests:
                  - name: a leader of everything but the scheduler
                    interval: 5s
                    input_series:
                      - series: 'baton_leader_is_leader{role="scheduler"}'
                        values: '0x40'
                      - series: 'baton_leader_is_leader{role="log-compactor"}'
                        values: '1x40'
                      - series: 'baton_leader_failovers_total{role="scheduler"}'
                        values: '0+1x40'
                    alert_rule_test:
                      - eval_time: 20s
                        alertname: no_scheduler_leader
                      - eval_time: 2m
                        alertname: no_scheduler_leader
                        exp_alerts:
                          - exp_labels: {severity: critical}
                            exp_annotations:
                              summary: 'sum(baton_leader_is_leader{role="scheduler"}) == 0, value 0'
                      - eval_time: 2m
                        alertname: baton_database_down
                  - name: the database is down, so nobody leads
                    interval: 5s
                    input_series:
                      - series: 'baton_leader_is_leader{role="scheduler"}'
                        values: '1x10 0x40'
                    alert_rule_test:
                      - eval_time: 45s
                        alertname: baton_database_down
                      - eval_time: 3m
                        alertname: baton_database_down
                        exp_alerts:
                          - exp_labels: {severity: critical}
                            exp_annotations:
                              summary: 'SUMMARY'
                """.replace("SUMMARY", summaryOfTheLastRule()));
        run("test", "rules", "test.yml");
    }

    private static String summaryOfTheLastRule() {
        String yaml = PrometheusRules.write(List.of());
        return yaml.substring(yaml.indexOf("summary: '") + "summary: '".length(), yaml.lastIndexOf('\''))
                .replace("''", "'")
                .replace("'", "''");
    }
}
