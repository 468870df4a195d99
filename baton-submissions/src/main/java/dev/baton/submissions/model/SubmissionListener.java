package dev.baton.submissions.model;

import java.time.Duration;
import java.util.List;

/**
 * Hears what the submission manager does: the one source for metrics, dashboards and tests. Called on the thread that
 * does it, at the point at which it happens, so it must be quick and must not throw. Override what you need.
 */
public interface SubmissionListener {

    /** Stored. {@code submission_intents_created_total} */
    default void created(String target) {}

    /** Asked again. {@code submission_idempotent_hits_total} */
    default void idempotentHit(String target) {}

    /** Its id was taken by something else. {@code submission_idempotency_conflicts_total} */
    default void idempotencyConflict(String target) {}

    /** A new leader has built its schedule. Log event {@code schedule_rebuilt} */
    default void scheduleRebuilt(long epoch, int loaded, Duration took) {}

    /** The schedule was brought up to date; how long after it was asked for. {@code baton_schedule_lag_seconds} */
    default void scheduleRefreshed(Duration lag) {}

    /** The database failed the executor, which steps down. Log event {@code schedule_refresh_failed} */
    default void scheduleRefreshFailed(Exception error) {}

    /** About to record the start of attempts. */
    default void starting(List<String> intentIds) {}

    /**
     * A start was recorded, the gateway not called yet. {@code submission_queue_delay_seconds} is how long after its due
     * time it started.
     */
    default void started(String intentId, int attempt, Duration queueDelay) {}

    /** The gateway is about to be called, if the last look at the gate, which comes next, is good. */
    default void calling(String intentId, int attempt) {}

    /** The gateway has answered, or not in time; nothing is recorded yet. */
    default void answered(String intentId, int attempt, Outcome outcome) {}

    /** About to record outcomes. */
    default void recording(List<String> intentIds) {}

    /**
     * An outcome was recorded. {@code submission_attempts_total} by outcome status,
     * {@code submission_attempt_duration_seconds}
     */
    default void recorded(String intentId, int attempt, Outcome outcome, Duration took) {}

    /** Another attempt will follow. {@code submission_retries_scheduled_total} */
    default void retryScheduled(String intentId, Duration delay) {}

    /**
     * An intent has ended. {@code submission_intents_terminal_total} by status,
     * {@code submission_intent_time_to_terminal_seconds} by status
     */
    default void terminal(String intentId, String target, IntentStatus status, Duration age) {}

    /** A leader died in the middle of it. Log event {@code attempt_unknown} */
    default void attemptUnknown(String intentId, int attempt) {}

    /** A webhook was delivered, or not. */
    default void webhookTried(String intentId, WebhookState state) {}

    /** Terminal intents were deleted for their age. */
    default void pruned(int intents) {}
}
