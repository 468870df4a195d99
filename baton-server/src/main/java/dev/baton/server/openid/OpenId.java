package dev.baton.server.openid;

import dev.baton.server.config.OpenIdConfig;
import dev.baton.server.crypto.Secrets;
import dev.baton.server.http.Caller;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds out who a caller is by the tokens of the configured OpenID provider. */
public final class OpenId implements AutoCloseable {

    private final Supplier<OpenIdConfig> config;
    private final Provider provider;
    private final Verifier verifier;
    private final Optional<SignIn> signIn;

    private OpenId(Supplier<OpenIdConfig> config, InstantSource clock, Provider.ReadingIntervals intervals) {
        this.config = config;
        this.provider = new Provider(config.get().issuer(), intervals);
        this.verifier = new Verifier(config.get(), provider, clock);
        this.signIn = config.get().signIn().map(first -> new SignIn(config, provider, verifier, clock));
    }

    /**
     * Asks the provider for its keys in the background: nobody waits for it.
     *
     * @param config read again for every caller, because groups and secret may change while the node runs
     */
    public static OpenId of(Supplier<OpenIdConfig> config, InstantSource clock) {
        return new OpenId(config, clock, Provider.ReadingIntervals.USUAL);
    }

    /** How people sign in, if they can. */
    public Optional<SignIn> signIn() {
        return signIn;
    }

    /** The caller that a bearer token names; empty if it is not a valid token of the provider. */
    public Optional<Caller> bearer(String presented) {
        OpenIdConfig now = config.get();
        return verifier.verify(presented, now.audience())
                .map(claims -> Claims.person(claims, now).caller(now));
    }

    /**
     * What the session of a person is checked by.
     *
     * @param key signs the cookie; made of the client's secret, so a new secret ends all sessions
     * @param detail what the cookie says about the person
     */
    public record SessionBasis(String key, String detail, Caller caller) {}

    public SessionBasis sessionBasis(Person person) {
        return new SessionBasis(sessionKey().orElseThrow(), person.encoded(), person.caller(config.get()));
    }

    /** The basis that a cookie claims to have; the caller has to check that the cookie was signed with the key. */
    public Optional<SessionBasis> sessionBasis(String detail) {
        return sessionKey().map(key -> new SessionBasis(key, detail, Caller.NOBODY));
    }

    /** The person of a basis whose signature was checked. */
    public Caller caller(SessionBasis known) {
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
