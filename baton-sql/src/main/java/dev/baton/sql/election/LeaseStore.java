package dev.baton.sql.election;

import dev.baton.LeaderToken;
import dev.baton.SetupRefusedException;
import dev.baton.election.Candidate;
import dev.baton.spi.Bid;
import dev.baton.spi.Departure;
import dev.baton.spi.LeaderStore;
import dev.baton.spi.Outcome;
import dev.baton.spi.Sighting;
import dev.baton.spi.Succession;
import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.RoleKeys;
import dev.baton.sql.jdbc.Connections;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Strategy {@code lease}: each verb borrows a connection, so it works behind any pooler. */
public final class LeaseStore implements LeaderStore {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseStore.class);

    private final Database database;
    private final Candidate candidate;
    private final Duration answer;

    /** For a campaign: answers that come too late for its term do not count. */
    public LeaseStore(Database database, Candidate candidate) {
        this(database, candidate, candidate.strategy().callTimeout());
    }

    /** @param answer how long a connection, and each answer, is waited for */
    public LeaseStore(Database database, Candidate candidate, Duration answer) {
        this.database = database;
        this.candidate = candidate;
        this.answer = answer;
    }

    private <T> T borrow(Connections.Use<LeaseRows, T> use) throws SQLException {
        Database.Ready ready = database.ready();
        RoleKeys keys = ready.keys(candidate.role(), candidate.scopeKey());
        LeaseRows rows = new LeaseRows(database, ready, keys, candidate.holderId(), answer);
        return Connections.useBorrowed(database.leadership(), answer, connection -> use.apply(rows, connection));
    }

    @Override
    public Outcome.OfAwait await(Duration patience) {
        return new Outcome.Refused("strategy lease has no session lock to wait for");
    }

    /** Looks first, without a lock: a follower's look must not hold up the leader's fenced writes. */
    @Override
    public Outcome.OfTake take(Bid bid) {
        return take(bid, () -> {});
    }

    /** @param sending called before anything is sent that could take the role: what fails later has an unknown outcome */
    public Outcome.OfTake take(Bid bid, Runnable sending) {
        try {
            return borrow((rows, connection) -> {
                Succession.Verdict verdict = rows.read(connection).judge(bid);
                if (verdict instanceof Succession.Denied denied) {
                    return denied.outcome();
                }
                int isolation = connection.getTransactionIsolation();
                connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                sending.run();
                try {
                    return rows.take(connection, bid, "");
                } finally {
                    connection.setTransactionIsolation(isolation);
                }
            });
        } catch (SetupRefusedException e) {
            return new Outcome.Refused(e.getMessage());
        } catch (SQLException | RuntimeException e) {
            return new Outcome.Failed(e);
        }
    }

    /** The term that the row shows for this candidate, if any: for who did not hear what became of its bid. */
    public Optional<LeaderToken> standing() throws SQLException {
        return borrow((rows, connection) -> rows.read(connection)
                .row()
                .filter(row -> row.holderId().equals(candidate.holderId()) && !row.released())
                .map(row -> new LeaderToken(candidate.role(), row.holderId(), row.epoch())));
    }

    /**
     * What the database and its driver load for this stays in the pool's connection and in the process. No session could be
     * spoilt, so a warm-up that fails, as where the pool is small, is no failure of the bid.
     */
    @Override
    public Optional<Outcome.Failed> warmUp() {
        try {
            borrow((rows, connection) -> rows.practiseTakeover(connection, candidate));
        } catch (SQLException e) {
            LOG.debug("the warm-up was given up", e);
        }
        return Optional.empty();
    }

    @Override
    public Outcome.OfRenew renew(LeaderToken token, boolean opened) {
        try {
            return borrow((rows, connection) -> rows.renew(connection, token, candidate.strategy(), opened));
        } catch (SQLException e) {
            return new Outcome.Failed(e);
        }
    }

    @Override
    public Outcome.OfRelease release(LeaderToken token, Departure departure) {
        try {
            return borrow((rows, connection) -> rows.release(connection, token, candidate.nodeId(), departure));
        } catch (SQLException e) {
            return new Outcome.Failed(e);
        }
    }

    @Override
    public Outcome.OfEvict evict(Sighting holder) {
        return new Outcome.Refused("strategy lease evicts nobody: its leases expire");
    }

    @Override
    public void disconnect() {
        // Nothing is held between two verbs.
    }

    @Override
    public void interrupt() {
        // No verb waits.
    }

    @Override
    public void close() {
        // Nothing is held between two verbs.
    }
}
