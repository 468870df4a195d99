package dev.baton.alerts;

import java.util.Locale;

/** How bad it is; in the words of PagerDuty. */
public enum Severity {
    INFO,
    WARNING,
    ERROR,
    CRITICAL;

    /** As configurations and databases write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Severity of(String word) {
        for (Severity severity : values()) {
            if (severity.word().equals(word)) {
                return severity;
            }
        }
        throw new IllegalArgumentException(
                "severity '" + word + "' is not known: use one of info, warning, error, critical");
    }
}
