package dev.baton.sql;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.StaleTokenException;
import dev.baton.StaleTokenException.Refusal;
import dev.baton.spi.FenceVerdict;
import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.FenceReading;
import dev.baton.sql.dialect.RoleKeys;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The proof that a former leader can change nothing any more, inside the writer's own transaction.
 *
 * <p>{@link #enter} comes first in the transaction. It takes a lock that every takeover of the role conflicts with and
 * that is held until the transaction ends, and <em>then</em> looks, in a new snapshot, whether the token is current. So
 * either the transaction commits before the next term is granted, or it never does. Lock and look must not share a
 * snapshot, which is why a transaction above READ COMMITTED is refused.
 *
 * <p>The lock belongs to the transaction from {@code enter} on: rolling back to a savepoint that is older than
 * {@code enter} gives it back, and not every database tells {@link #commit} of that. Enter first, then set savepoints.
 * {@code commit} comes last: it proves that this is still the transaction that entered.
 *
 * <p>Thread-safe.
 */
public final class Fence {

    private final Database database;
    private final boolean elected;
    private final ToLongFunction<String> scopeKey;
    private final Function<String, Duration> bound;
    private final Consumer<LeaderToken> accepted;
    private final Consumer<StaleTokenException> refused;

    Fence(
            Database database,
            boolean elected,
            ToLongFunction<String> scopeKey,
            Function<String, Duration> bound,
            Consumer<LeaderToken> accepted,
            Consumer<StaleTokenException> refused) {
        this.database = database;
        this.elected = elected;
        this.scopeKey = scopeKey;
        this.bound = bound;
        this.accepted = accepted;
        this.refused = refused;
    }

    /** Fences the transaction that is about to begin on this connection, to start something new. */
    public void enter(Connection connection, LeaderToken token) throws SQLException {
        enter(connection, token, FenceDemand.UNEXPIRED);
    }

    /**
     * Fences the transaction that is about to begin on this connection.
     *
     * @throws StaleTokenException if the token is not current: roll back
     * @throws IllegalStateException if the transaction cannot be fenced: auto-commit is on, its isolation is above READ
     *     COMMITTED, or it has already written something
     */
    public void enter(Connection connection, LeaderToken token, FenceDemand demand) throws SQLException {
        if (connection.getAutoCommit()) {
            throw new IllegalStateException("a fence lives in a transaction: switch auto-commit off first");
        }
        if (!elected) {
            return; // there are no terms that could be superseded
        }
        FenceReading reading = read(connection, token);
        if (reading instanceof FenceReading.WrongIsolation wrong) {
            throw new IsolationException("a fenced transaction must be READ COMMITTED, this one is " + wrong.isolation()
                    + ": it would judge by a snapshot that is older than its lock");
        }
        if (reading instanceof FenceReading.AlreadyWritten) {
            throw new IllegalStateException("the fence comes first in a transaction, this one has already written:"
                    + " enter the fence right after it begins");
        }
        Optional<Refusal> refusal = judge(token, demand, reading);
        if (refusal.isPresent()) {
            StaleTokenException stale =
                    new StaleTokenException(token, refusal.get(), explain(token, reading, refusal.get()));
            refused.accept(stale);
            throw stale;
        }
        accepted.accept(token);
    }

    /**
     * Fences the transaction that is about to begin for several terms, so that what it writes of each of them commits before the next
     * term of that role is granted, or never. All or none: it needs every fence free, now, and every token current. It waits for
     * none of them, so writers that enter several at once cannot wait for each other and a takeover in a circle, and one role that is
     * just being taken holds up nobody else's work.
     *
     * @return whether it entered; if not, roll back and enter them one by one, each in a transaction of its own, where it is told
     *     which token is stale. Always false where the database cannot enter several at once, and for other isolations than READ COMMITTED
     */
    boolean tryEnterAll(Connection connection, Collection<LeaderToken> tokens, FenceDemand demand) throws SQLException {
        if (connection.getAutoCommit()) {
            throw new IllegalStateException("a fence lives in a transaction: switch auto-commit off first");
        }
        if (!elected) {
            return true;
        }
        Database.Ready ready = database.ready();
        List<RoleKeys> roles = tokens.stream()
                .map(LeaderToken::role)
                .distinct()
                .map(role -> ready.keys(role, scopeKey.applyAsLong(role)))
                .toList();
        Duration least = tokens.stream()
                .map(token -> bound.apply(token.role()))
                .min(Comparator.naturalOrder())
                .orElseThrow();
        Map<String, FenceReading.Term> terms = ready.dialect().tryEnterFences(connection, ready.sql(), roles, least);
        for (LeaderToken token : tokens) {
            FenceReading.Term term = terms.get(token.role());
            if (term == null || judge(token, demand, term).isPresent()) {
                return false;
            }
        }
        tokens.forEach(accepted);
        return true;
    }

    /**
     * Commits the transaction that entered, in place of {@link Connection#commit}, with the proof that it is still the one.
     *
     * @throws FenceLostException if it is another one: roll back
     */
    public void commit(Connection connection) throws SQLException {
        ensureHeld(connection);
        connection.commit();
    }

    /**
     * Proves that this is still the transaction that entered: the last thing before its commit, for transactions that somebody
     * else commits. MariaDB, MySQL, SQL Server and H2 end a transaction by themselves (a deadlock, a change of the schema) and
     * begin the next one quietly; code that catches the error and goes on would commit what no fence guards. PostgreSQL does
     * not, so nothing is asked there: only your own roll-back gives the fence away, and then you enter again.
     *
     * <p>Once in a transaction, unless the fence is entered again after it. Whoever enters the fence of a second role proves
     * the first one before.
     *
     * @throws FenceLostException if this is another transaction: roll back
     */
    public void ensureHeld(Connection connection) throws SQLException {
        if (!elected) {
            return;
        }
        Database.Ready ready = database.ready();
        if (!ready.dialect().isMarked(connection, ready.sql())) {
            throw new FenceLostException();
        }
    }

    private static Optional<Refusal> judge(LeaderToken token, FenceDemand demand, FenceReading reading) {
        return reading instanceof FenceReading.Term term
                ? FenceVerdict.judge(token, demand, term.holderId(), term.epoch(), term.expired(), term.sameTimeline())
                : Optional.of(Refusal.SUPERSEDED);
    }

    private FenceReading read(Connection connection, LeaderToken token) throws SQLException {
        Database.Ready ready = database.ready();
        String role = token.role();
        RoleKeys keys = ready.keys(role, scopeKey.applyAsLong(role));
        return ready.dialect().enterFence(connection, ready.sql(), keys, bound.apply(role));
    }

    private static String explain(LeaderToken token, FenceReading reading, Refusal refusal) {
        if (refusal == Refusal.EXPIRED) {
            return "token " + token + " may not start anything new: its lease has expired";
        }
        if (!(reading instanceof FenceReading.Term term)) {
            return "token " + token + " is stale: the role has no row";
        }
        if (!term.sameTimeline()) {
            return "token " + token + " is stale: the database has failed over since";
        }
        return "token " + token + " is stale: the role is at epoch " + term.epoch() + ", held by " + term.holderId();
    }

    /** The transaction reads by a snapshot that may be older than the fence's lock. */
    static final class IsolationException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        IsolationException(String message) {
            super(message);
        }
    }
}
