package dev.baton.sql.election;

import dev.baton.LeaderToken;
import dev.baton.SetupRefusedException;
import dev.baton.election.Candidate;
import dev.baton.spi.Bid;
import dev.baton.spi.Departure;
import dev.baton.spi.LeaderStore;
import dev.baton.spi.Outcome;
import dev.baton.spi.Sighting;
import dev.baton.sql.database.Database;
import dev.baton.sql.jdbc.Connections;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Strategy {@code session} on a session that all roles of the process share: asks {@link HoldingSession} for everything that
 * is quick, and does by itself, on a borrowed connection, what may have to wait for others.
 */
final class SharedSessionStore implements LeaderStore {

    private static final Logger LOG = LoggerFactory.getLogger(SharedSessionStore.class);

    private final Database database;
    private final SharedSessions sessions;
    private final HoldingSession holding;
    private final SharedSessionRole shared;
    private final Duration call;
    private boolean joined;
    private volatile boolean interrupted;
    private volatile CompletableFuture<Outcome.OfAwait> waiting = CompletableFuture.completedFuture(null);

    SharedSessionStore(Database database, SharedSessions sessions, HoldingSession holding, Candidate candidate) {
        this.database = database;
        this.sessions = sessions;
        this.holding = holding;
        this.shared = new SharedSessionRole(candidate);
        this.call = candidate.strategy().callTimeout();
    }

    /** Joins with the first wait and not before: a candidacy may be refused before it begins, and must not count as one. */
    @Override
    public Outcome.OfAwait await(Duration patience) {
        if (!joined) {
            joined = true;
            sessions.join(shared);
        }
        CompletableFuture<Outcome.OfAwait> answer = holding.queue().await(shared, sessions.bounded(patience));
        waiting = answer;
        if (interrupted) {
            interrupt();
        }
        try {
            return answered(answer, patience.plus(shared.turnOfOthers()).plus(call));
        } catch (SetupRefusedException e) {
            return new Outcome.Refused(e.getMessage());
        } catch (SQLException e) {
            return new Outcome.Failed(e);
        }
    }

    @Override
    public Outcome.OfTake take(Bid bid) {
        try {
            SharedSessionRole.Grant grant = shared.grant();
            Optional<Outcome.OfTake> quick = answered(holding.take(shared, bid), call);
            Outcome.OfTake outcome = quick.isPresent() ? quick.get() : takePatiently(grant, bid);
            if (!(outcome instanceof Outcome.Acquired)) {
                unlocked(); // a candidate that goes first is told by it; and what is held is never asked for again
            }
            return outcome;
        } catch (SQLException e) {
            return new Outcome.Failed(e);
        }
    }

    /**
     * Elsewhere, where the takeover may wait for fenced transactions. It counts only if the session that holds the lock was
     * there after it was sent: else another may have been granted the lock before, and counts its predecessor's window
     * from an earlier time than this term's gate.
     */
    private Outcome.OfTake takePatiently(SharedSessionRole.Grant grant, Bid bid) throws SQLException {
        Outcome.OfTake outcome = elsewhere(
                connection -> grant.rows().take(connection, bid, grant.session().id()));
        answered(
                holding.queue().run(shared, session -> {
                    session.ping();
                    if (outcome instanceof Outcome.Acquired) {
                        holding.leads(shared);
                    }
                    return true;
                }),
                call);
        return outcome;
    }

    /** What is done on a borrowed connection. */
    @FunctionalInterface
    private interface Elsewhere<T> {
        T on(Connection connection) throws SQLException;
    }

    private <T> T elsewhere(Elsewhere<T> work) throws SQLException {
        return Connections.useBorrowed(database.leadership(), call, connection -> {
            int isolation = connection.getTransactionIsolation();
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            try {
                return work.on(connection);
            } finally {
                connection.setTransactionIsolation(isolation);
            }
        });
    }

    @Override
    public Optional<Outcome.Failed> warmUp() {
        sessions.warmUp(shared);
        return Optional.empty();
    }

    @Override
    public Outcome.OfRenew renew(LeaderToken token, boolean opened) {
        try {
            return answered(holding.queue().renew(shared, token, opened), call);
        } catch (SQLException e) {
            return new Outcome.Failed(e);
        }
    }

    @Override
    public Outcome.OfRelease release(LeaderToken token, Departure departure) {
        try {
            SharedSessionRole.Grant grant = shared.grant();
            String node = shared.candidate().nodeId();
            Outcome.OfRelease outcome;
            try {
                outcome = answered(
                        holding.queue()
                                .run(
                                        shared,
                                        session -> grant.rows().release(session.connection(), token, node, departure)),
                        call);
            } catch (SQLException e) {
                if (!grant.session().ready().dialect().isLockTimeout(e)) {
                    throw e;
                }
                outcome = elsewhere(connection -> grant.rows().release(connection, token, node, departure));
            }
            unlocked();
            return outcome;
        } catch (SQLException e) {
            return new Outcome.Failed(e);
        }
    }

    /** Mostly there is nobody to be evicted: somebody has the lock and is about to write the row. */
    @Override
    public Outcome.OfEvict evict(Sighting holder) {
        try {
            Optional<Eviction> due = answered(
                    holding.queue().run(session -> {
                        if (session == null) {
                            throw HeldLocks.gone();
                        }
                        Eviction eviction = session.eviction(database, shared);
                        return eviction.condemned(session.connection(), holder).map(condemned -> eviction);
                    }),
                    call);
            return due.isPresent() ? evictElsewhere(due.get(), holder) : new Outcome.HeldBy(holder);
        } catch (SQLException e) {
            return new Outcome.Failed(e);
        }
    }

    /** One at a time: roles that were held by one session are free when the first of them has it ended. */
    private Outcome.OfEvict evictElsewhere(Eviction eviction, Sighting holder) throws SQLException {
        if (!sessions.evicting().tryLock()) {
            return new Outcome.HeldBy(holder);
        }
        try {
            return elsewhere(connection -> {
                Optional<Eviction.Condemned> condemned = eviction.condemned(connection, holder);
                return condemned.isPresent()
                        ? eviction.evict(connection, holder, condemned.get())
                        : new Outcome.HeldBy(holder);
            });
        } finally {
            sessions.evicting().unlock();
        }
    }

    private void unlocked() throws SQLException {
        answered(holding.unlocked(shared), call);
    }

    private static <T> T answered(CompletableFuture<T> answer, Duration atMost) throws SQLException {
        try {
            return answer.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            SQLException late = new SQLTimeoutException(
                    "the leadership session gave no answer within " + atMost.toMillis() + " ms");
            answer.completeExceptionally(late);
            throw late;
        } catch (InterruptedException e) {
            SQLException cut = new SQLException("interrupted while waiting for the leadership session", e);
            answer.completeExceptionally(cut);
            Thread.currentThread().interrupt();
            throw cut;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException error) {
                throw error;
            }
            if (e.getCause() instanceof SetupRefusedException refused) {
                throw refused;
            }
            throw new SQLException("the leadership session failed: " + e.getCause(), e.getCause());
        }
    }

    @Override
    public void disconnect() {
        interrupted = false;
        holding.queue().lookNow(shared);
        if (!shared.isGranted()) {
            return; // what is granted to nobody is given back by the session's own thread
        }
        try {
            unlocked();
        } catch (SQLException e) {
            LOG.debug("the lock of role {} goes as soon as the session answers", shared.role(), e);
        }
    }

    @Override
    public void interrupt() {
        interrupted = true;
        waiting.completeExceptionally(new SQLException("the wait was interrupted"));
    }

    @Override
    public void close() {
        interrupt();
        CompletableFuture<Boolean> unlocking = holding.unlocked(shared);
        holding.queue().remove(shared);
        sessions.left(unlocking);
    }
}
