package dev.baton.jobs;

import java.time.Instant;
import java.util.UUID;

/**
 * One run that has ended.
 *
 * @param queue null if it ended under a program that did not keep it
 * @param outcome {@code completed, failed, abandoned, cancelled} or {@code reclaimed}
 * @param lateOutcome what its worker tried to report after the claim was gone, or null
 */
public record JobRun(
        UUID jobId,
        long claimNumber,
        String job,
        String queue,
        int attempt,
        Instant scheduledAt,
        Instant startedAt,
        Instant finishedAt,
        String outcome,
        String lockedBy,
        String error,
        String lateOutcome,
        Instant lateAt) {}
