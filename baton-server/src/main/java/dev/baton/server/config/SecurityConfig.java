package dev.baton.server.config;

import dev.baton.server.http.Grant;
import dev.baton.server.http.TrustedProxies;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * {@code [security]}
 *
 * @param tokens read again while the node runs: one that is no longer there is refused
 * @param openId a provider that people and programs may be known by as well
 * @param certificates of callers that are known by them; read again like tokens
 * @param plainHttp whether HTTP without TLS is fine beyond loopback, because something in front has it
 * @param hosts further names under which this server may be asked for, besides its address
 * @param proxies whose word is taken on where a request comes from
 * @param requestsPerSecond per caller and address; 0 is no limit
 */
public record SecurityConfig(
        ReloadedSetting<List<Token>> tokens,
        ReloadedSetting<Optional<OpenIdConfig>> openId,
        SessionLimits sessions,
        ReloadedSetting<List<Certificate>> certificates,
        Optional<TlsConfig> tls,
        boolean plainHttp,
        List<String> hosts,
        TrustedProxies proxies,
        int requestsPerSecond) {

    /** How many characters a token has at least. */
    public static final int SHORTEST_TOKEN = 16;

    /**
     * {@code [[security.tokens]]}
     *
     * @param sha256 of the token itself, in small hexadecimal letters
     * @param expires when it is refused from, if it ever is
     */
    public record Token(String name, Grant grant, String sha256, Optional<Instant> expires) {

        public boolean isExpired(Instant now) {
            return expires.isPresent() && !now.isBefore(expires.get());
        }

        /** Nothing secret. */
        @Override
        public String toString() {
            return name + " (" + grant + expires.map(end -> " until " + end).orElse("") + ")";
        }
    }

    /**
     * How long somebody stays signed in to the dashboard.
     *
     * @param idle without asking for anything
     * @param longest in any case
     */
    public record SessionLimits(Duration idle, Duration longest) {}

    /**
     * {@code [[security.certificates]]}
     *
     * @param subject as RFC 2253 writes it, in its canonical form
     */
    public record Certificate(String name, String subject, Grant grant) {

        @Override
        public String toString() {
            return name + " (" + grant + ")";
        }
    }

    /**
     * TLS.
     *
     * @param clients whose certificates are taken from callers, if any are
     */
    public record TlsConfig(KeyStoreConfig keys, Optional<KeyStoreConfig> clients) {}

    /** A key store; the password is read from a file. */
    public record KeyStoreConfig(Path file, Optional<Path> passwordFile) {}
}
