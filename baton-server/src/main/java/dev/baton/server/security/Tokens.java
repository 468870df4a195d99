package dev.baton.server.security;

import dev.baton.server.config.SecurityConfig;
import dev.baton.server.config.SecurityConfig.Token;
import dev.baton.server.crypto.Secrets;
import dev.baton.server.http.Caller;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tokens that are known, as hashes. Looking one up takes the same time whatever is presented. */
public final class Tokens {

    private static final Logger LOG = LoggerFactory.getLogger(Tokens.class);

    private final List<Token> known;

    public Tokens(List<Token> known) {
        this.known = List.copyOf(known);
    }

    public boolean isEmpty() {
        return known.isEmpty();
    }

    /** Whose token this is. One that is too short is nobody's: a hash in the configuration does not tell how long it is. */
    public Optional<Caller> find(String presented) {
        Optional<Caller> found = owner(presented);
        if (found.isPresent() && presented.length() < SecurityConfig.SHORTEST_TOKEN) {
            LOG.warn(
                    "token '{}' has fewer than {} characters: it is refused",
                    found.get().name(),
                    SecurityConfig.SHORTEST_TOKEN);
            return Optional.empty();
        }
        return found;
    }

    private Optional<Caller> owner(String presented) {
        String hash = Secrets.sha256(presented);
        Optional<Caller> found = Optional.empty();
        for (Token token : known) {
            if (Secrets.equalInConstantTime(token.sha256(), hash)) {
                found = Optional.of(new Caller(token.name(), token.access()));
            }
        }
        return found;
    }

    /** What a page must send along with a cookie: derived from the token, so that every node knows it. */
    public static String csrf(String token) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(token.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            byte[] sum = mac.doFinal("baton csrf".getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(sum);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no HmacSHA256", e);
        }
    }
}
