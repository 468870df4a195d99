package dev.baton.jobs;

import java.time.Instant;
import java.util.Locale;
import java.util.UUID;

/**
 * One run that has ended.
 *
 * @param queue null if it ended under a program that did not keep it
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
        Outcome outcome,
        String lockedBy,
        String error,
        Outcome lateOutcome,
        Instant lateAt) {

    /** How a run ended. */
    public enum Outcome {
        /** Its handler returned. */
        COMPLETED,
        /** Its handler threw. */
        FAILED,
        /** Its worker gave it up, through no fault of the job. */
        ABANDONED,
        /** An operator ended it. */
        CANCELLED,
        /** Its worker was not heard of for too long, and the job was taken from it. */
        RECLAIMED;

        /** The name in the table and on the wire. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** By the name in the table. */
        public static Outcome of(String label) {
            return valueOf(label.toUpperCase(Locale.ROOT));
        }
    }
}
