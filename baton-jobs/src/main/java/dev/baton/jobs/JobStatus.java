package dev.baton.jobs;

import java.util.Locale;

/** Where a job stands. */
public enum JobStatus {
    /** Waits for its time, or for a worker. */
    SCHEDULED,
    /** A worker has it. */
    RUNNING,
    /** Done; the row of a finished one-off job without a unique key is gone, and its runs tell. */
    COMPLETED,
    /** Ended by an operator. */
    CANCELLED,
    /** Out of attempts: a dead letter, until it is redriven, discarded, or too old. */
    DEAD;

    /** The name in the table. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** By the name in the table. */
    public static JobStatus of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }
}
