package dev.baton.shards.plan;

import java.util.Locale;

/** What a member takes. */
public enum Willingness {
    /** Its share. */
    OPEN,
    /** Nothing new; it keeps what it has, up to its share. */
    REFUSING,
    /** Nothing; what it has goes to others. */
    DRAINING;

    /** The name in the table. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** By its name in the table; what is not known takes its share. */
    public static Willingness of(String label) {
        for (Willingness known : values()) {
            if (known.label().equals(label)) {
                return known;
            }
        }
        return OPEN;
    }
}
