package dev.baton.server.security;

import dev.baton.server.config.SecurityConfig;
import dev.baton.server.config.SecurityConfig.Token;
import dev.baton.server.crypto.Secrets;
import dev.baton.server.http.Caller;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tokens that are known, as hashes, and as the configuration has them now: one that was removed or has expired is
 * nobody's. Looking one up takes the same time whatever is presented.
 */
final class Tokens {

    private static final Logger LOG = LoggerFactory.getLogger(Tokens.class);

    private final Supplier<List<Token>> known;
    private final InstantSource clock;
    private volatile boolean needed;

    Tokens(Supplier<List<Token>> known, InstantSource clock) {
        this.known = known;
        this.clock = clock;
    }

    /** Whether callers need a token. Once there has been one, they always do: removing the last token does not open the node. */
    boolean areNeeded() {
        if (!needed && !known.get().isEmpty()) {
            needed = true;
        }
        return needed;
    }

    static Caller callerOf(Token token) {
        return new Caller(token.name(), token.grant());
    }

    /** Those that one may use now. */
    List<Token> valid() {
        return known.get().stream()
                .filter(token -> !token.isExpired(clock.instant()))
                .toList();
    }

    /** The token that this is. One that is too short is none: a hash in the configuration does not tell how long it is. */
    Optional<Token> find(String presented) {
        String hash = Secrets.sha256(presented);
        Optional<Token> found = first(token -> Secrets.equalInConstantTime(token.sha256(), hash));
        if (found.isPresent() && presented.length() < SecurityConfig.SHORTEST_TOKEN) {
            LOG.warn(
                    "token '{}' has fewer than {} characters: it is refused",
                    found.get().name(),
                    SecurityConfig.SHORTEST_TOKEN);
            return Optional.empty();
        }
        return found;
    }

    /** Asks it of every token that is valid, also after one was found. */
    Optional<Token> first(Predicate<Token> question) {
        Optional<Token> found = Optional.empty();
        for (Token token : known.get()) {
            boolean yes = question.test(token);
            if (yes && !token.isExpired(clock.instant())) {
                found = Optional.of(token);
            }
        }
        return found;
    }
}
