package dev.baton.alerts.notify;

import java.util.Locale;

/** A change of an alert that is told. */
public enum Transition {
    FIRING,
    RESOLVED;

    /** As databases and answers write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What a database has written. */
    public static Transition of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
