package dev.baton.submissions.gateway;

import java.security.KeyStore;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Proves to a far side who sends a request. Contracts and the database know it by its name alone; it is asked anew for
 * every request, so it may change at any time. Thread-safe. No message of an exception tells a secret.
 */
@FunctionalInterface
public interface Credential {

    /** Where a signature stands, unless another header is named. */
    String SIGNATURE = "Baton-Signature";

    /** What a request with this body carries besides its own headers. */
    Map<String, String> headers(byte[] body);

    /** What the connection itself is begun with, for credentials that are certificates. The same object while it is the same. */
    default Optional<SSLContext> tls() {
        return Optional.empty();
    }

    /**
     * A client certificate, with its key. Where the store holds certificates as well, those are trusted, else those that the
     * JDK trusts. Keep what this returns: each has connections of its own.
     *
     * @throws IllegalArgumentException if the store holds no key, or not with this password
     */
    static Credential certificate(KeyStore keys, char[] password) {
        return ClientCertificate.of(keys, password);
    }

    /** {@code Authorization: Bearer TOKEN} */
    static Credential bearer(String token) {
        return CredentialHeaders.fixed("Authorization", "Bearer " + token);
    }

    /** {@code Authorization: Basic ...} */
    static Credential basic(String user, String password) {
        return CredentialHeaders.basic(user, password);
    }

    /** A header with the secret for its value, such as {@code X-Api-Key}. */
    static Credential header(String name, String secret) {
        return CredentialHeaders.fixed(CredentialHeaders.checkName(name), secret);
    }

    /** {@code sha256=HEX} in a header: the HMAC-SHA256 of the raw body. Beside it, a {@link TimedSignature}. */
    static Credential hmac(String header, String key) {
        return hmac(header, List.of(key));
    }

    /**
     * The same while keys are changed: the {@link TimedSignature} is made with each of them, {@code sha256=HEX}, which has room
     * for one, with the first.
     *
     * @throws IllegalArgumentException if there is none, or an empty one
     */
    static Credential hmac(String header, List<String> keys) {
        return CredentialHeaders.signature(CredentialHeaders.checkName(header), keys, InstantSource.system());
    }
}
