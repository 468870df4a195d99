package dev.baton.jobs;

import java.time.Instant;
import java.util.UUID;

/** A row as its claim returned it. What does not apply is null. */
record ClaimedJob(
        UUID id,
        String job,
        String handler,
        String queue,
        int priority,
        String payload,
        long claimNumber,
        int attempt,
        Integer maxAttempts,
        String retry,
        Long timeoutMillis,
        long lockTimeoutMillis,
        Long intervalMillis,
        boolean fixedDelay,
        boolean keptWhenDone,
        Instant nextRunTime,
        Instant scheduledFor,
        Instant startedAt,
        String traceparent) {

    boolean recurring() {
        return intervalMillis != null;
    }

    Instant scheduledTime() {
        return scheduledFor == null ? nextRunTime : scheduledFor;
    }

    RetryPolicy retries(RetryPolicy handlers) {
        int most = maxAttempts == null ? handlers.maxAttempts() : maxAttempts;
        return retry == null ? handlers.withMaxAttempts(most) : RetryPolicy.decoded(most, retry);
    }
}
