package dev.baton.submissions.gateway;

import java.util.Optional;
import java.util.function.Function;

/**
 * What proves to far sides who calls, by name.
 *
 * @param secrets what {@code webhook_secret} names
 * @param named what the {@code credential} of a gateway or a webhook names
 */
public record Credentials(Function<String, Optional<String>> secrets, Function<String, Optional<Credential>> named) {

    /** For gateways that need none. */
    public static final Credentials NONE = new Credentials(name -> Optional.empty(), name -> Optional.empty());

    /**
     * The credential of this name, as it is now.
     *
     * @throws IllegalArgumentException if there is none
     */
    public Credential require(String name) {
        return named.apply(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no credential '" + name + "' on this node: configure it"));
    }

    /**
     * What signs with the secret of this name, as it is now.
     *
     * @throws IllegalArgumentException if there is none
     */
    public Credential signing(String name) {
        return secrets.apply(name)
                .filter(secret -> !secret.isEmpty())
                .map(secret -> Credential.hmac(Credential.SIGNATURE, secret))
                .orElseThrow(() -> new IllegalArgumentException(
                        "the secret '" + name + "' that signs this webhook is not there: set it in the environment"));
    }
}
