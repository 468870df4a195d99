package dev.baton.submissions.model;

import java.util.Locale;

/** How an attempt ended. */
public enum OutcomeStatus {
    /** The gateway took the intent. */
    ACCEPTED,
    /** The gateway refused it with a reason. */
    REJECTED,
    /** The gateway gave no answer that makes sense. */
    ERROR,
    /** Its leader was lost after the start was recorded: nobody knows whether the gateway was called. Counts. */
    UNKNOWN,
    /** Given up before the call, within the same term. Numbered, not counted against the bound. */
    ABORTED;

    /** Whether the gateway has said yes or no: the next attempt is then a new request, not a repetition. */
    public boolean isDefinite() {
        return this == ACCEPTED || this == REJECTED;
    }

    /** Whether the attempt uses up one of those that the policy allows. */
    public boolean counts() {
        return this != ABORTED;
    }

    /** The name in the database and on the wire. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static OutcomeStatus of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }
}
