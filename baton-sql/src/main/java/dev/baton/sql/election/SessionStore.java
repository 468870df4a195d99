package dev.baton.sql.election;

import dev.baton.LeaderToken;
import dev.baton.SetupRefusedException;
import dev.baton.Strategy;
import dev.baton.election.Candidate;
import dev.baton.spi.Bid;
import dev.baton.spi.Departure;
import dev.baton.spi.LeaderStore;
import dev.baton.spi.Outcome;
import dev.baton.spi.Sighting;
import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.RoleKeys;
import dev.baton.sql.dialect.SessionLocks;
import dev.baton.sql.jdbc.Connections;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Strategy {@code session}: everything happens on one dedicated connection, which holds the lock while this leads. */
public final class SessionStore implements LeaderStore {

    private final Database database;
    private final Candidate candidate;
    private final Strategy.Session strategy;
    private final SessionSlot<Dedicated> session = new SessionSlot<>(d -> Connections.drop(d.connection()));
    private volatile boolean waiting;
    private volatile boolean interrupted;

    /** The connection with what belongs to it. */
    private record Dedicated(
            Connection connection, SessionLocks locks, LeaseRows rows, Database.Ready ready, String id) {}

    public SessionStore(Database database, Candidate candidate) {
        this.database = database;
        this.candidate = candidate;
        this.strategy = (Strategy.Session) candidate.strategy();
    }

    @Override
    public Outcome.OfAwait await(Duration patience) {
        try {
            Dedicated d = connected();
            Connections.bound(d.connection, patience.plus(strategy.callTimeout()));
            boolean granted = lock(d, patience);
            Connections.bound(d.connection, strategy.callTimeout());
            return granted ? new Outcome.Granted() : held(d);
        } catch (SetupRefusedException e) {
            return new Outcome.Refused(e.getMessage());
        } catch (SQLException e) {
            return new Outcome.Failed(e);
        }
    }

    /** Who holds the role; if nobody does while the lock is taken, another role may have the same key by mistake. */
    private Outcome.OfAwait held(Dedicated d) throws SQLException {
        LeaseRows.Reading reading = d.rows.read(d.connection);
        if (reading.row().map(row -> row.released() || row.expired()).orElse(true)) {
            RoleCollision.refuse(d.ready, d.connection, candidate.role(), candidate.scopeKey());
        }
        // Without a row nothing will ever expire: only the session that has the lock can tell whether somebody lives.
        return new Outcome.HeldBy(reading.sighting(Duration.ZERO));
    }

    private boolean lock(Dedicated d, Duration patience) throws SQLException {
        waiting = true;
        try {
            if (interrupted) {
                throw new SQLException("the wait was interrupted before it began");
            }
            return d.locks.lock(d.connection, d.ready.sql(), candidate.scopeKey(), patience, strategy.callTimeout());
        } finally {
            waiting = false;
        }
    }

    private Dedicated connected() throws SQLException {
        Dedicated d = session.get();
        if (d != null) {
            return d;
        }
        Database.Ready ready = database.readyForSessions();
        SessionLocks locks = ready.dialect()
                .sessionLocks()
                .orElseThrow(() -> new SetupRefusedException(ready.dialect().folder()
                        + " has no session locks: use strategy lease for role '" + candidate.role() + "'"));
        Connection connection = Connections.open(database.leadership(), strategy.callTimeout());
        try {
            Connections.bound(connection, strategy.callTimeout());
            connection.setAutoCommit(true);
            connection.setReadOnly(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            locks.prepare(connection, ready.sql(), strategy, "baton " + candidate.role() + " " + candidate.nodeId());
            locks.keepPlans(connection, ready.sql());
            RoleKeys keys = ready.keys(candidate.role(), candidate.scopeKey());
            LeaseRows rows = new LeaseRows(
                    database,
                    ready,
                    keys,
                    candidate.holderId(),
                    candidate.strategy().callTimeout());
            d = new Dedicated(connection, locks, rows, ready, locks.identity(connection, ready.sql()));
        } catch (SQLException | RuntimeException e) {
            Connections.drop(connection);
            throw e;
        }
        if (!session.keep(d)) {
            throw new SQLException("the store is closed");
        }
        return d;
    }

    @Override
    public Outcome.OfTake take(Bid bid) {
        try {
            Dedicated d = holding();
            Outcome.OfTake outcome = d.rows.take(d.connection, bid, d.id);
            if (outcome instanceof Outcome.Deferred) {
                // The candidate that goes first is waiting for the lock; the server would free it later, with the
                // session.
                d.locks.unlock(d.connection, d.ready.sql(), candidate.scopeKey());
            }
            return outcome;
        } catch (SQLException e) {
            return new Outcome.Failed(e);
        }
    }

    @Override
    public Optional<Outcome.Failed> warmUp() {
        try {
            Dedicated d = holding();
            d.rows.practiseTakeover(d.connection, candidate);
            return Optional.empty();
        } catch (SQLException e) {
            return Optional.of(new Outcome.Failed(e));
        }
    }

    @Override
    public Outcome.OfRenew renew(LeaderToken token, boolean opened) {
        try {
            Dedicated d = holding();
            return d.rows.renew(d.connection, token, strategy, opened);
        } catch (SQLException e) {
            return new Outcome.Failed(e);
        }
    }

    @Override
    public Outcome.OfRelease release(LeaderToken token, Departure departure) {
        try {
            Dedicated d = holding();
            Outcome.OfRelease outcome = d.rows.release(d.connection, token, candidate.nodeId(), departure);
            d.locks.unlock(d.connection, d.ready.sql(), candidate.scopeKey());
            return outcome;
        } catch (SQLException e) {
            return new Outcome.Failed(e);
        }
    }

    @Override
    public Outcome.OfEvict evict(Sighting holder) {
        try {
            Dedicated d = holding();
            Eviction eviction = new Eviction(candidate, d.locks, d.ready, d.rows);
            Optional<Eviction.Condemned> condemned = eviction.condemned(d.connection, holder);
            return condemned.isPresent()
                    ? eviction.evict(d.connection, holder, condemned.get())
                    : new Outcome.HeldBy(holder);
        } catch (SQLException e) {
            return new Outcome.Failed(e);
        }
    }

    private Dedicated holding() throws SQLException {
        Dedicated d = session.get();
        if (d == null) {
            throw new SQLException("the leadership session is gone");
        }
        return d;
    }

    @Override
    public void disconnect() {
        interrupted = false;
        session.drop();
    }

    @Override
    public void interrupt() {
        interrupted = true;
        Dedicated d = session.get();
        if (waiting && d != null) {
            Connections.drop(d.connection);
        }
    }

    @Override
    public void close() {
        session.close();
    }
}
