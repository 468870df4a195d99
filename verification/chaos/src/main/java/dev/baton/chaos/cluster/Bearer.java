package dev.baton.chaos.cluster;

import dev.baton.server.crypto.Secrets;
import java.util.Locale;

/** Who may call the nodes. Their configuration has the hashes alone. */
public enum Bearer {
    /** The clients of every run. */
    OPERATOR,

    /** Somebody who may hand in work, and means no good. */
    SUBMITTER;

    private String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    private String token() {
        return "chaos-" + label() + "-0123456789abcdef";
    }

    /** What the header {@code Authorization} says. */
    public String header() {
        return "Bearer " + token();
    }

    String toml() {
        return "[[security.tokens]]\nname = \"" + label() + "\"\nrole = \"" + label() + "\"\nsha256 = \""
                + Secrets.sha256(token()) + "\"\n\n";
    }
}
