package dev.baton.jobs;

import java.time.Instant;
import java.util.UUID;

/** A job as the table shows it. What does not apply is null. */
public record JobView(
        UUID id,
        String job,
        String handler,
        JobStatus status,
        boolean paused,
        String queue,
        int priority,
        String payload,
        String uniqueKey,
        String capability,
        Instant nextRunTime,
        Instant lastRunTime,
        Instant runStartedAt,
        String lockedBy,
        Instant lockedAt,
        long claimNumber,
        long lockTimeoutMillis,
        Long intervalMillis,
        boolean fixedDelay,
        String cron,
        String zone,
        Instant lastTick,
        Instant scheduledFor,
        int attempt,
        Integer maxAttempts,
        Long timeoutMillis,
        boolean cancelRequested,
        String progress,
        String lastError,
        Instant createdAt,
        Instant finishedAt) {

    /** Whether it runs again and again. */
    public boolean recurring() {
        return intervalMillis != null || cron != null;
    }
}
