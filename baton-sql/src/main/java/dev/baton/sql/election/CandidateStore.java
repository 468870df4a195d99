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
import dev.baton.sql.dialect.Capability;
import dev.baton.sql.dialect.Dialect;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The store of a candidate by its strategy, and the candidate with it. A strategy that was left to the database is decided
 * when the database answers for the first time, and never guessed: until then the candidate asks to wait for a session lock,
 * and hears that the database is out of reach.
 */
public final class CandidateStore implements LeaderStore, Supplier<Candidate> {

    private final Database database;
    private final Optional<SharedSessions> shared;
    private final List<Candidate> ways;
    private volatile Decision decision;
    private boolean closed;

    /** What the candidate is from now on. */
    private record Decision(Candidate candidate, LeaderStore store) {}

    /**
     * @param shared the sessions of the process, where it is to have no more than these for all of its roles
     * @param ways one candidate; or one by session, and one by lease where the database has no session locks
     * @throws SetupRefusedException if the database can be reached and will not do
     */
    public CandidateStore(Database database, Optional<SharedSessions> shared, List<Candidate> ways) {
        this.database = database;
        this.shared = shared;
        this.ways = List.copyOf(ways);
        if (ways.size() == 1 && (shared.isEmpty() || ways.get(0).strategy() instanceof Strategy.Lease)) {
            decide(ways.get(0), false);
            return;
        }
        try {
            decide();
        } catch (SQLException e) {
            // It is away. The first wait that it answers decides.
        }
    }

    /** Empty while it depends on a database that has not answered yet. */
    public Optional<Strategy> strategy() {
        return ways.size() == 1 || decision != null ? Optional.of(get().strategy()) : Optional.empty();
    }

    @Override
    public Candidate get() {
        Decision made = decision;
        return made == null ? ways.get(0) : made.candidate();
    }

    private void decide() throws SQLException {
        Dialect dialect = database.ready().dialect();
        boolean byLease = ways.size() > 1 && dialect.sessionLocks().isEmpty();
        decide(ways.get(byLease ? 1 : 0), dialect.can(Capability.SHARED_SESSIONS));
    }

    /** @param sharing whether the database can hold many locks in one session, and tell of its end */
    private synchronized void decide(Candidate candidate, boolean sharing) {
        LeaderStore store;
        if (candidate.strategy() instanceof Strategy.Lease) {
            store = new LeaseStore(database, candidate);
        } else if (sharing && shared.isPresent()) {
            store = shared.get().store(candidate);
        } else {
            store = new SessionStore(database, candidate);
        }
        decision = new Decision(candidate, store);
        if (closed) {
            store.close();
        }
    }

    /** Where there turns out to be no lock to wait for, nothing is left but to take the role. */
    @Override
    public Outcome.OfAwait await(Duration patience) {
        if (decision != null) {
            return store().await(patience);
        }
        try {
            decide();
        } catch (SetupRefusedException e) {
            return new Outcome.Refused(e.getMessage());
        } catch (SQLException e) {
            return new Outcome.Failed(e);
        }
        return get().strategy() instanceof Strategy.Session ? store().await(patience) : new Outcome.Granted();
    }

    private LeaderStore store() {
        Decision made = decision;
        if (made == null) {
            throw new IllegalStateException("the database has not answered yet");
        }
        return made.store();
    }

    @Override
    public Outcome.OfTake take(Bid bid) {
        return store().take(bid);
    }

    @Override
    public Optional<Outcome.Failed> warmUp() {
        return store().warmUp();
    }

    @Override
    public Outcome.OfRenew renew(LeaderToken token, boolean opened) {
        return store().renew(token, opened);
    }

    @Override
    public Outcome.OfRelease release(LeaderToken token, Departure departure) {
        return store().release(token, departure);
    }

    @Override
    public Outcome.OfEvict evict(Sighting holder) {
        return store().evict(holder);
    }

    @Override
    public void disconnect() {
        Decision made = decision;
        if (made != null) {
            made.store().disconnect();
        }
    }

    @Override
    public void interrupt() {
        Decision made = decision;
        if (made != null) {
            made.store().interrupt();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (decision != null) {
            decision.store().close();
        }
    }
}
