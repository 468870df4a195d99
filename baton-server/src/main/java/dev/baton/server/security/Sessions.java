package dev.baton.server.security;

import dev.baton.server.config.SecurityConfig.SessionLimits;
import dev.baton.server.config.SecurityConfig.Token;
import dev.baton.server.crypto.Secrets;
import dev.baton.server.http.Caller;
import dev.baton.server.openid.OpenId;
import dev.baton.server.openid.OpenId.SessionBasis;
import dev.baton.server.store.SessionRows;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who is signed in to the dashboard. A cookie holds a random handle and a mark that is made with the token's hash: so each
 * node sees without the database whether it ever gave out such a cookie, and for which token. What one has not been given
 * costs the database nothing, and what was given for a token ends with it. That a session is still there says a row that
 * all nodes share.
 *
 * <p>The cookie of somebody who signed in with a provider tells in between who that is. Its mark is made with a key that
 * ends with the client's secret, and its row is bound to all that it tells: neither whoever knows the secret nor whoever
 * writes the table can raise himself.
 */
final class Sessions {

    private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);
    private static final int MOST_REMEMBERED = 1_000;

    /** A sign of life is written only when the last one is older than this part of the idle time. */
    private static final int WRITTEN = 20;

    private final Tokens tokens;
    private final Optional<OpenId> openId;
    private final SessionRows rows;
    private final SessionLimits limits;
    private final Set<String> validBefore = new TreeSet<>();
    private final Map<String, Long> seenAlive = new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    Sessions(Tokens tokens, Optional<OpenId> openId, SessionRows rows, SessionLimits limits) {
        this.tokens = tokens;
        this.openId = openId;
        this.rows = rows;
        this.limits = limits;
    }

    /**
     * A session that was begun with a token which is valid now, or with a provider; it may have ended.
     *
     * @param handle its hash, which names its row
     * @param basis the hash of what it stands on, which its row knows
     */
    record Session(String handle, String basis, Caller caller) {}

    /** Begins one; the cookie's value. */
    String begin(Token token) throws SQLException {
        String handle = Secrets.randomSecret();
        rows.insert(Secrets.sha256(handle), key(token.sha256()), token.name());
        return handle + "." + mark(token, handle);
    }

    /** The same for somebody whom the provider knows. */
    String begin(SessionBasis basis) throws SQLException {
        String handle = Secrets.randomSecret();
        rows.insert(Secrets.sha256(handle), key(basis), basis.caller().name());
        return handle + "." + basis.detail() + "." + mark(basis, handle);
    }

    /** The session that a cookie was given out for. */
    Optional<Session> find(String cookie) {
        String[] parts = cookie.split("\\.", -1);
        return switch (parts.length) {
            case 2 -> ofToken(parts[0], parts[1]);
            case 3 -> ofPerson(parts[0], parts[1], parts[2]);
            default -> Optional.empty();
        };
    }

    private Optional<Session> ofToken(String handle, String mark) {
        return tokens.first(token -> Secrets.equalInConstantTime(mark(token, handle), mark))
                .map(token -> new Session(Secrets.sha256(handle), key(token.sha256()), Tokens.callerOf(token)));
    }

    private Optional<Session> ofPerson(String handle, String detail, String mark) {
        return openId.flatMap(provider -> provider.sessionBasis(detail)
                .filter(basis -> Secrets.equalInConstantTime(mark(basis, handle), mark))
                .map(basis -> new Session(Secrets.sha256(handle), key(basis), provider.caller(basis))));
    }

    /** Whether it is still there; that somebody asks with it keeps it alive. */
    boolean use(Session session) throws SQLException {
        Optional<Duration> unseen = unseen(session);
        if (unseen.isPresent() && unseen.get().compareTo(limits.idle().dividedBy(WRITTEN)) > 0) {
            rows.seen(session.handle());
        }
        return unseen.isPresent();
    }

    /** Whether it is still there, asked on nobody's behalf. */
    boolean isThere(Session session) throws SQLException {
        return unseen(session).isPresent();
    }

    void end(Session session) throws SQLException {
        rows.end(session.handle());
        remember(session, false);
    }

    /** Ends the sessions of tokens that were valid before and are no longer, on every node, also on those that do not know yet. */
    synchronized void endRevoked() {
        Set<String> valid = tokens.valid().stream().map(Token::sha256).collect(Collectors.toSet());
        validBefore.addAll(valid);
        for (String hash : Set.copyOf(validBefore)) {
            try {
                if (!valid.contains(hash)) {
                    rows.endOf(key(hash));
                    validBefore.remove(hash);
                }
            } catch (SQLException e) {
                LOG.debug("the sessions of a revoked token are ended later", e);
            }
        }
    }

    /** While the database is away, what was seen alive lately counts: the dashboard is where one looks then. */
    private Optional<Duration> unseen(Session session) throws SQLException {
        try {
            Optional<Duration> unseen = rows.unseen(session.handle(), session.basis(), limits);
            remember(session, unseen.isPresent());
            return unseen;
        } catch (SQLException e) {
            if (wasAliveLately(session)) {
                LOG.debug("the database does not say whether a session is still there", e);
                return Optional.of(Duration.ZERO);
            }
            throw e;
        }
    }

    private void remember(Session session, boolean alive) {
        synchronized (seenAlive) {
            if (alive) {
                seenAlive.put(session.handle(), System.nanoTime());
            } else {
                seenAlive.remove(session.handle());
            }
        }
    }

    private boolean wasAliveLately(Session session) {
        synchronized (seenAlive) {
            Long at = seenAlive.get(session.handle());
            return at != null && System.nanoTime() - at < limits.idle().toNanos();
        }
    }

    private static String mark(Token token, String handle) {
        return Secrets.hmac(token.sha256(), "baton session " + handle);
    }

    private static String mark(SessionBasis basis, String handle) {
        return Secrets.hmac(basis.key(), "baton openid session " + handle + " " + basis.detail());
    }

    private static String key(SessionBasis basis) {
        return Secrets.sha256("baton openid session of " + basis.key() + " " + basis.detail());
    }

    private static String key(String tokenHash) {
        return Secrets.sha256("baton session of " + tokenHash);
    }
}
