package dev.baton.jobs.claim;

import dev.baton.jobs.RetryPolicy;
import java.time.Instant;
import java.util.UUID;

/** A row as its claim returned it. What does not apply is null. */
public record ClaimedJob(
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
        boolean keptWhenDone,
        Instant nextRunTime,
        Instant scheduledFor,
        Instant startedAt,
        String traceparent) {

    public boolean recurring() {
        return intervalMillis != null;
    }

    public Instant scheduledTime() {
        return scheduledFor == null ? nextRunTime : scheduledFor;
    }

    /** Its own policy, as far as its row has one that can be read. */
    public RetryPolicy retries(RetryPolicy handlers) {
        int most = maxAttempts == null ? handlers.maxAttempts() : Math.max(1, maxAttempts);
        return RetryText.read(most, retry).orElseGet(() -> handlers.withMaxAttempts(most));
    }
}
