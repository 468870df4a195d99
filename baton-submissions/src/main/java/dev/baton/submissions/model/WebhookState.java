package dev.baton.submissions.model;

import java.util.Locale;

/** How far a webhook has been told of the end of its intent. */
public enum WebhookState {
    /** It is still to be told, or tried again. */
    PENDING,
    /** It has answered that it knows. */
    DELIVERED,
    /** It was tried as often as allowed, and is not told any more. */
    FAILED;

    /** The name in the database and on the wire. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** By its name in the database; with whatever else stands there by hand, nobody is told any more either. */
    public static WebhookState of(String label) {
        for (WebhookState known : values()) {
            if (known.label().equals(label)) {
                return known;
            }
        }
        return FAILED;
    }
}
