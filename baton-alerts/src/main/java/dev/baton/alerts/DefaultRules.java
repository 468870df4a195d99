package dev.baton.alerts;

import dev.baton.alerts.condition.Condition;
import java.time.Duration;
import java.util.List;

/** The rules that hold where the configuration has none. They notify the log. */
public final class DefaultRules {

    private static final List<String> LOG = List.of("log");

    private DefaultRules() {}

    /**
     * Nobody schedules; the role moves about; a leader is late; jobs were given up; a part of a divided role is led by nobody, or its nodes
     * do not come to even shares. Document 004 asks for
     * {@code rate(failovers[5m]) > 5}, which is five a second: what is meant is more than five in five minutes. The age of a
     * heartbeat is no measure: with the usual timings a gate shuts after two seconds and the term ends after ten.
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
                        Condition.parse("sum(increase(baton_heartbeats_late_total[5m])) > 0"),
                        Duration.ZERO,
                        Severity.WARNING,
                        LOG),
                new AlertRule(
                        "dead_letters",
                        Condition.parse("max(baton_jobs_dead_letters) > 0"),
                        Duration.ZERO,
                        Severity.WARNING,
                        LOG),
                new AlertRule(
                        "shard_without_leader",
                        Condition.parse("max(baton_shards_without_leader) > 0"),
                        Duration.ofSeconds(30),
                        Severity.CRITICAL,
                        LOG),
                new AlertRule(
                        "uneven_shards",
                        Condition.parse("max(baton_shards_uneven) > 0"),
                        Duration.ofMinutes(5),
                        Severity.WARNING,
                        LOG));
    }
}
