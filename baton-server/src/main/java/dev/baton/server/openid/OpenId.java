package dev.baton.server.openid;

import dev.baton.server.config.OpenIdConfig;
import dev.baton.server.crypto.Secrets;
import dev.baton.server.http.Caller;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/** Who somebody is by the word of the provider that is configured. */
public final class OpenId implements AutoCloseable {

    private final Supplier<OpenIdConfig> config;
    private final Provider provider;
    private final Verifier verifier;
    private final Optional<SignIn> signIn;

    private OpenId(Supplier<OpenIdConfig> config, InstantSource clock, Provider.Pace pace) {
        this.config = config;
        this.provider = new Provider(config.get().issuer(), pace);
        this.verifier = new Verifier(config.get(), provider, clock);
        this.signIn = config.get().signIn().map(first -> new SignIn(config, provider, verifier, clock));
    }

    /**
     * Asks the provider for its keys in the background: nobody waits for it.
     *
     * @param config whose groups and secret may change
     */
    public static OpenId of(Supplier<OpenIdConfig> config, InstantSource clock) {
        return new OpenId(config, clock, Provider.Pace.USUAL);
    }

    /** How people sign in, if they can. */
    public Optional<SignIn> signIn() {
        return signIn;
    }

    /** Whose bearer this is; empty if it is no token of the provider that holds here and now. */
    public Optional<Caller> bearer(String presented) {
        OpenIdConfig now = config.get();
        return verifier.verify(presented, now.audience())
                .map(claims -> Claims.person(claims, now).caller(now));
    }

    /**
     * What a session of somebody stands on.
     *
     * @param key that a cookie's mark is made with; ends with the client's secret
     * @param detail what the cookie tells about the person
     */
    public record Footing(String key, String detail, Caller caller) {}

    public Footing footing(Person person) {
        return new Footing(sessionKey().orElseThrow(), person.encoded(), person.caller(config.get()));
    }

    /** The footing that a cookie tells of; whoever asks looks whether its mark was made with the key. */
    public Optional<Footing> footing(String detail) {
        return sessionKey().map(key -> new Footing(key, detail, Caller.NOBODY));
    }

    /** Who a footing is for, once it is known to be ours. */
    public Caller caller(Footing known) {
        return Person.decoded(known.detail()).caller(config.get());
    }

    private Optional<String> sessionKey() {
        return config.get().signIn().map(client -> Secrets.hmac(client.secret(), "baton openid sessions"));
    }

    @Override
    public void close() {
        provider.close();
    }
}
