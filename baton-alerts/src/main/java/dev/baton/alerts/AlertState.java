package dev.baton.alerts;

import java.util.Locale;

/** Where an alert stands. */
public enum AlertState {
    /** Its condition does not hold, and has not held for long enough to be told. */
    INACTIVE,
    /** Its condition holds, not for long enough yet. */
    PENDING,
    /** Its condition has held for long enough. */
    FIRING,
    /** It has fired, and its condition holds no longer. */
    RESOLVED;

    /** As databases and answers write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static AlertState of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
