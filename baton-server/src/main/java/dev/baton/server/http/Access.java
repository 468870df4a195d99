package dev.baton.server.http;

import java.util.Locale;

/** What a caller must be to use a route; each includes those before it. */
public enum Access {
    /** Anybody. */
    OPEN,
    /** May look. */
    VIEWER,
    /** May hand in work. */
    SUBMITTER,
    /** May change what others do. */
    OPERATOR,
    /** May read what everybody did. */
    ADMIN;

    /** Whether a caller of this kind may do what the other may. */
    public boolean includes(Access other) {
        return compareTo(other) >= 0;
    }

    public String withArticle() {
        return switch (this) {
            case OPEN -> "nobody here";
            case OPERATOR, ADMIN -> "an " + label();
            default -> "a " + label();
        };
    }

    /** The name in configuration and on the wire. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
