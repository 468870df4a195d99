package dev.baton.submissions.model;

import java.util.Locale;

/** Where an intent stands. A terminal status never changes. */
public enum IntentStatus {
    /** Attempts go on. */
    PENDING,
    /** The gateway took it. */
    ACCEPTED,
    /** The gateway refused it for a reason that ends it. */
    REJECTED,
    /** Its policy allows no further attempt. */
    EXHAUSTED,
    /** An operator ended it. */
    CANCELLED;

    public boolean isTerminal() {
        return this != PENDING;
    }

    /** The name in the database and on the wire. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static IntentStatus of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }
}
