package dev.baton.alerts;

import dev.baton.alerts.condition.Condition;
import java.time.Duration;
import java.util.List;

/** The rules that hold where the configuration has none. They notify the log. */
public final class DefaultRules {

    private static final List<String> LOG = List.of("log");

    private DefaultRules() {}

    /**
     * Nobody schedules; the role moves about; a leader is late. Document 004 asks for
     * {@code rate(failovers[5m]) > 5}, which is five a second: what is meant is more than five in five minutes.
     */
    public static List<AlertRule> all() {
        return List.of(
                new AlertRule(
                        "no_scheduler_leader",
                        Condition.parse("sum(baton_leader_is_leader{role='scheduler'}) == 0"),
                        Duration.ofSeconds(30),
                        Severity.CRITICAL,
                        LOG),
                new AlertRule(
                        "frequent_failovers",
                        Condition.parse("sum(increase(baton_leader_failovers_total[5m])) > 5"),
                        Duration.ZERO,
                        Severity.WARNING,
                        LOG),
                new AlertRule(
                        "late_heartbeats",
                        Condition.parse("max(baton_heartbeat_age_seconds) > 30"),
                        Duration.ofSeconds(15),
                        Severity.WARNING,
                        LOG));
    }
}
