package dev.baton.server.config;

import dev.baton.server.http.Access;
import dev.baton.server.http.TrustedProxies;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * {@code [security]}
 *
 * @param plainHttp whether HTTP without TLS is fine beyond loopback, because something in front has it
 * @param hosts further names under which this server may be asked for, besides its address
 * @param proxies whose word is taken on where a request comes from
 * @param requestsPerSecond per caller and address; 0 is no limit
 */
public record SecurityConfig(
        List<Token> tokens,
        Optional<KeyStoreConfig> tls,
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
     */
    public record Token(String name, Access access, String sha256) {

        /** Nothing secret. */
        @Override
        public String toString() {
            return name + " (" + access.label() + ")";
        }
    }

    /** {@code security.tls_key_store}; the password is read from a file. */
    public record KeyStoreConfig(Path file, Optional<Path> passwordFile) {}
}
