package dev.baton.micrometer;

import java.util.List;

/** Every metric, by the name that Prometheus shows. Other registries derive theirs from {@link #meterName()}. */
public enum Metric {
    LEADER_IS_LEADER("baton_leader_is_leader", Type.GAUGE, "1 while this instance's gate is open", "role"),
    LEADER_ELECTIONS("baton_leader_elections_total", Type.COUNTER, "Times this instance asked for the role", "role"),
    LEADER_ACQUIRED("baton_leader_acquired_total", Type.COUNTER, "Terms that this instance began", "role"),
    LEADERSHIP_LOST(
            "baton_leadership_lost_total",
            Type.COUNTER,
            "Terms that ended against this instance's will",
            "role",
            "reason"),
    LEADER_FAILOVERS(
            "baton_leader_failovers_total",
            Type.COUNTER,
            "Terms that this instance began because the last holder ended without releasing the role",
            "role"),
    LEADER_TENURE(
            "baton_leader_tenure_seconds",
            Type.TIME,
            "Age of the term that this instance holds; 0 without one",
            "role"),
    LEADER_EPOCH("baton_leader_epoch", Type.GAUGE, "Epoch of this instance's present or last term", "role"),
    HEARTBEAT_AGE(
            "baton_heartbeat_age_seconds",
            Type.TIME,
            "Time since the last acknowledged heartbeat was sent; NaN without a term",
            "role"),
    HEARTBEATS_LATE(
            "baton_heartbeats_late_total",
            Type.COUNTER,
            "Times this instance's gate shut because its last heartbeat was too old",
            "role"),
    LEADER_HELD_UP(
            "baton_leader_held_up_seconds",
            Type.TIME,
            "How long work of an earlier term that does not end has kept this instance from standing; 0 if none does",
            "role"),
    ACQUIRE_LATENCY("baton_acquire_latency_seconds", Type.HISTOGRAM, "Duration of the requests that won a role"),
    HEARTBEAT_UPDATE("baton_heartbeat_update_seconds", Type.HISTOGRAM, "Duration of acknowledged heartbeats"),
    ACTION_BLOCKED("baton_action_blocked_not_leader_total", Type.COUNTER, "Acts that the gate has refused", "role"),
    FENCED_WRITES(
            "baton_fenced_writes_total",
            Type.COUNTER,
            "Transactions that asked the fence, by its answer",
            "role",
            "result"),
    SCHEDULE_LAG(
            "baton_schedule_lag_seconds",
            Type.TIME,
            "How long after it was asked for the executor's schedule was last brought up to date; NaN on a follower"),

    SUBMISSION_CREATED("submission_intents_created_total", Type.COUNTER, "Intents that were stored"),
    SUBMISSION_HITS("submission_idempotent_hits_total", Type.COUNTER, "Requests that repeated one before"),
    SUBMISSION_CONFLICTS(
            "submission_idempotency_conflicts_total", Type.COUNTER, "Requests whose id was taken by something else"),
    SUBMISSION_TERMINAL("submission_intents_terminal_total", Type.COUNTER, "Intents that have ended", "status"),
    SUBMISSION_ATTEMPTS("submission_attempts_total", Type.COUNTER, "Attempts on record", "outcome_status"),
    SUBMISSION_RETRIES("submission_retries_scheduled_total", Type.COUNTER, "Attempts that will be followed by another"),
    SUBMISSION_ATTEMPT_DURATION("submission_attempt_duration_seconds", Type.HISTOGRAM, "Duration of attempts"),
    SUBMISSION_QUEUE_DELAY(
            "submission_queue_delay_seconds", Type.HISTOGRAM, "How long after its due time an attempt started"),
    SUBMISSION_TIME_TO_TERMINAL(
            "submission_intent_time_to_terminal_seconds", Type.HISTOGRAM, "Age of intents at their end", "status"),
    SUBMISSION_QUEUE_DEPTH("submission_queue_depth", Type.GAUGE, "Intents in the executor's window; 0 on a follower"),
    SUBMISSION_INFLIGHT("submission_inflight_attempts", Type.GAUGE, "Attempts under way on this node"),

    JOBS_ENQUEUED("baton_jobs_enqueued_total", Type.COUNTER, "Jobs stored by this instance", "job"),
    JOBS_COMPLETED("baton_jobs_completed_total", Type.COUNTER, "Runs completed by this instance", "job"),
    JOBS_FAILED("baton_jobs_failed_total", Type.COUNTER, "Runs that failed on this instance", "job"),
    JOBS_DURATION("baton_jobs_duration_seconds", Type.HISTOGRAM, "Duration of completed runs", "job"),
    JOBS_QUEUE_DEPTH(
            "baton_jobs_queue_depth",
            Type.GAUGE,
            "Jobs that wait, in the whole cluster; NaN except where the metrics-aggregator leads"),
    JOBS_DEAD_LETTERS(
            "baton_jobs_dead_letters",
            Type.GAUGE,
            "Jobs that were given up and wait for somebody to look, in the whole cluster; NaN except where the"
                    + " metrics-aggregator leads"),
    JOBS_RECLAIMED("baton_jobs_reclaimed_total", Type.COUNTER, "Jobs left behind that this instance freed"),
    CRON_DELAY("baton_cron_delay_seconds", Type.HISTOGRAM, "How late cron ticks were triggered", "job"),
    CRON_MISSED("baton_cron_missed_total", Type.COUNTER, "Cron ticks that were skipped", "job"),

    SHARDS_WITHOUT_LEADER(
            "baton_shards_without_leader",
            Type.GAUGE,
            "Shards that nobody leads, of all divided roles whose nodes are not stopped; NaN except where the"
                    + " metrics-aggregator leads"),
    SHARDS_TO_MOVE(
            "baton_shards_to_move",
            Type.GAUGE,
            "Shards that are led by another node than the one to which they belong, of all divided roles; NaN except"
                    + " where the metrics-aggregator leads"),
    SHARDS_UNEVEN(
            "baton_shards_uneven",
            Type.GAUGE,
            "Shards that would have to move before the nodes of every divided role have even shares; NaN except where the"
                    + " metrics-aggregator leads"),
    SHARDS_SKEW(
            "baton_shards_work_skew",
            Type.GAUGE,
            "How many times its part of the work the busiest node of a divided role has, of all such roles the greatest: 1 if"
                    + " all have theirs; NaN if hardly any work is counted, and except where the metrics-aggregator leads"),
    SHARDS_UNLED_TIME(
            "baton_shards_unled_seconds",
            Type.TIME,
            "How long the shard that has been without leader longest has been so; 0 if all are led, NaN except where the"
                    + " metrics-aggregator leads"),
    SHARDS_MOVED(
            "baton_shards_moved_total",
            Type.COUNTER,
            "Shards that this instance has seen going from one node to another while it led the metrics-aggregator");

    /** What kind of meter a metric is. */
    public enum Type {
        /** A number that only grows; its name ends in {@code _total}. */
        COUNTER("_total"),
        /** A number as it is now. */
        GAUGE(""),
        /** A duration as it is now; its name ends in {@code _seconds}. */
        TIME("_seconds"),
        /** Durations, counted by bucket; its name ends in {@code _seconds}. */
        HISTOGRAM("_seconds");

        private final String suffix;

        Type(String suffix) {
            this.suffix = suffix;
        }
    }

    private final String prometheusName;
    private final Type type;
    private final String description;

    @SuppressWarnings("ImmutableEnumChecker") // from List.of
    private final List<String> labels;

    Metric(String prometheusName, Type type, String description, String... labels) {
        this.prometheusName = prometheusName;
        this.type = type;
        this.description = description;
        this.labels = List.of(labels);
    }

    /** As Prometheus shows it. */
    public String prometheusName() {
        return prometheusName;
    }

    public Type type() {
        return type;
    }

    /** One line for people. */
    public String description() {
        return description;
    }

    /** The labels that every series of it carries, besides those that were asked for. */
    public List<String> labels() {
        return labels;
    }

    /** The names of its samples, as Prometheus and conditions of alerts know them. */
    public List<String> sampleNames() {
        return type == Type.HISTOGRAM
                ? List.of(prometheusName + "_bucket", prometheusName + "_count", prometheusName + "_sum")
                : List.of(prometheusName);
    }

    String nameWithoutTotal() {
        return type == Type.COUNTER ? withoutSuffix() : prometheusName;
    }

    private String withoutSuffix() {
        return prometheusName.substring(0, prometheusName.length() - type.suffix.length());
    }

    /** As Micrometer names it: dots, and without the unit and the ending that each registry adds in its own way. */
    public String meterName() {
        return withoutSuffix().replace('_', '.');
    }
}
