package dev.baton.server.openid;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.baton.server.config.OpenIdConfig;
import dev.baton.server.http.Problem;
import java.text.ParseException;
import java.time.InstantSource;
import java.util.Date;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a token is the provider's word, meant for us, and still holds: signature by a listed algorithm and a key of the
 * provider, issuer, audience, times.
 */
final class Verifier {

    private static final Logger LOG = LoggerFactory.getLogger(Verifier.class);

    private final OpenIdConfig config;
    private final Provider provider;
    private final InstantSource clock;
    private final Set<JWSAlgorithm> algorithms;

    Verifier(OpenIdConfig config, Provider provider, InstantSource clock) {
        this.config = config;
        this.provider = provider;
        this.clock = clock;
        this.algorithms = config.algorithms().stream().map(JWSAlgorithm::parse).collect(Collectors.toSet());
    }

    /**
     * The claims of a token that holds; empty for any other.
     *
     * @throws Problem 503 if the provider's keys are not known now
     */
    Optional<JWTClaimsSet> verify(String text, String audience) {
        try {
            SignedJWT token = SignedJWT.parse(text);
            if (!algorithms.contains(token.getHeader().getAlgorithm())) {
                return Optional.empty(); // nobody asks the provider for that
            }
            return Optional.of(processor(keys(token), audience).process(token, null));
        } catch (Problem e) {
            throw e;
        } catch (ParseException | BadJOSEException | JOSEException | RuntimeException e) {
            LOG.debug("a token is refused", e); // what strangers write may trip up whoever reads it
            return Optional.empty();
        }
    }

    /** With a key that is not there the provider may have begun to sign a moment ago. */
    private Provider.Known keys(SignedJWT token) {
        String id = token.getHeader().getKeyID();
        Optional<Provider.Known> known = provider.known();
        try {
            if (known.isEmpty() || (id != null && known.get().keys().getKeyByKeyId(id) == null)) {
                known = provider.knownAfterAsking();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return known.orElseThrow(Verifier::away);
    }

    static Problem away() {
        return new Problem(
                503, "openid_unavailable", "the OpenID provider is out of reach: try again soon, or use a token");
    }

    private DefaultJWTProcessor<SecurityContext> processor(Provider.Known known, String audience) {
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(
                JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null)); // null: none is said
        processor.setJWSKeySelector(
                new JWSVerificationKeySelector<>(algorithms, (selector, context) -> selector.select(known.keys())));
        processor.setJWTClaimsSetVerifier(new Rules(audience));
        return processor;
    }

    /** By our clock, which tests can move. */
    private final class Rules extends DefaultJWTClaimsVerifier<SecurityContext> {

        Rules(String audience) {
            super(
                    audience,
                    new JWTClaimsSet.Builder()
                            .issuer(config.issuer().toString())
                            .build(),
                    Set.of("exp", "sub"));
            setMaxClockSkew((int) config.clockSkew().toSeconds());
        }

        @Override
        protected Date currentTime() {
            return Date.from(clock.instant());
        }
    }
}
