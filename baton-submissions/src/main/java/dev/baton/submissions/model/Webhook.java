package dev.baton.submissions.model;

import java.net.URI;
import java.util.Optional;

/**
 * Where the end of an intent is told.
 *
 * @param secret the name of the secret that signs it, never the secret itself; empty: unsigned, and only on the
 *     configuration's explicit word
 * @param credential the name of what proves to the receiver who calls, never that itself
 */
public record Webhook(URI url, Optional<String> secret, Optional<String> credential) {

    public Webhook {
        boolean web = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
        if (!web || url.getHost() == null) {
            throw new IllegalArgumentException("webhook '" + url + "' is not an http or https URL");
        }
    }

    public Webhook(URI url, Optional<String> secret) {
        this(url, secret, Optional.empty());
    }

    /** The same, with a credential for the receiver. */
    public Webhook credential(String name) {
        return new Webhook(url, secret, Optional.of(name));
    }

    public static Webhook signed(URI url, String secretName) {
        return new Webhook(url, Optional.of(secretName));
    }

    public static Webhook unsigned(URI url) {
        return new Webhook(url, Optional.empty());
    }
}
