package dev.baton.server.config;

import dev.baton.submissions.gateway.Credential;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code [credentials.NAME]}: what a gateway, a webhook or a notifier is shown, as read from a file or the environment.
 *
 * @param header where it goes, for types {@code header} and {@code hmac}
 * @param user for type {@code basic}
 * @param further keys beside the secret, for type {@code hmac}, while they are changed
 * @param keys for type {@code certificate}
 */
public record CredentialConfig(
        String type, String header, String user, String secret, List<String> further, Optional<ClientKeys> keys) {

    boolean signs() {
        return type.equals("hmac");
    }

    /**
     * The same as requests use it.
     *
     * @throws IllegalArgumentException if no header can hold it
     */
    public Credential credential() {
        return switch (type) {
            case "bearer" -> Credential.bearer(secret);
            case "basic" -> Credential.basic(user, secret);
            case "header" -> Credential.header(header, secret);
            case "certificate" -> keys.orElseThrow().credential();
            case "hmac" ->
                Credential.hmac(
                        header,
                        Stream.concat(Stream.of(secret), further.stream()).toList());
            default -> throw new IllegalArgumentException("no credential is of type '" + type + "'");
        };
    }

    /** Nothing secret. */
    @Override
    public String toString() {
        return type;
    }
}
