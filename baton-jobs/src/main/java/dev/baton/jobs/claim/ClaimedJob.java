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
        boolean fixedDelay,
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

    public RetryPolicy retries(RetryPolicy handlers) {
        int most = maxAttempts == null ? handlers.maxAttempts() : maxAttempts;
        return retry == null ? handlers.withMaxAttempts(most) : RetryText.read(most, retry);
    }
}
