package dev.baton.server.config;

import dev.baton.server.http.Grant;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * {@code [security.openid]}
 *
 * @param audience whom bearer tokens must be meant for
 * @param algorithms that a token may be signed with; none of them with a shared key
 * @param clockSkew by which the provider's clock may differ from ours
 * @param signIn how people sign in to the dashboard, if they do it there
 * @param groups what those in a group may do
 */
public record OpenIdConfig(
        URI issuer,
        String audience,
        List<String> algorithms,
        Duration clockSkew,
        Claims claims,
        Optional<SignIn> signIn,
        List<Group> groups) {

    /**
     * Where a token says what. A name with dots leads into objects.
     *
     * @param scope a claim that narrows what the groups give, if there is one
     * @param scopeNeeded whether who has no such claim has nothing, and not all that the groups give
     */
    public record Claims(String name, String groups, Optional<String> scope, boolean scopeNeeded) {}

    /**
     * How people sign in.
     *
     * @param url of the dashboard as browsers know it
     * @param scopes that the provider is asked for
     */
    public record SignIn(String clientId, String secret, URI url, List<String> scopes) {

        /** Nothing secret. */
        @Override
        public String toString() {
            return clientId + " at " + url;
        }
    }

    /** {@code [[security.openid.groups]]} */
    public record Group(String name, Grant grant) {

        @Override
        public String toString() {
            return name + " (" + grant + ")";
        }
    }

    /** Whether it differs in nothing but in what may change while a node runs: the client's secret and the groups. */
    boolean sameProvider(OpenIdConfig other) {
        return issuer.equals(other.issuer)
                && audience.equals(other.audience)
                && algorithms.equals(other.algorithms)
                && clockSkew.equals(other.clockSkew)
                && claims.equals(other.claims)
                && signIn.map(SignIn::toString).equals(other.signIn.map(SignIn::toString))
                && signIn.map(SignIn::scopes).equals(other.signIn.map(SignIn::scopes));
    }
}
