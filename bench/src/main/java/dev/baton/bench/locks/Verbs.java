package dev.baton.bench.locks;

import dev.baton.Backoff;
import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.election.Candidate;
import dev.baton.spi.Bid;
import dev.baton.spi.Departure;
import dev.baton.spi.LeaderStore;
import dev.baton.spi.Outcome;
import dev.baton.sql.Schema;
import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.RoleKeys;
import dev.baton.sql.election.LeaseStore;
import dev.baton.sql.election.SessionStore;
import dev.baton.sql.schema.TableNames;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** A Baton role, taken and released through the verbs that an election uses, without the election. */
final class Verbs implements Locks {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final LeaderStore store;
    private final Bid bid;

    private Verbs(LeaderStore store, Bid bid) {
        this.store = store;
        this.bid = bid;
    }

    static Locks of(DataSource pool, Strategy strategy) {
        String role = "locks-" + strategy.label();
        long scopeKey = RoleKeys.scopeKey("baton", role);
        Candidate candidate = new Candidate(
                role,
                "bench-holder",
                "bench",
                strategy,
                scopeKey,
                Backoff.DEFAULT,
                false,
                Duration.ofSeconds(1),
                Duration.ofSeconds(2),
                Duration.ofSeconds(30));
        Database database = new Database(
                pool, pool, new Database.Options(TableNames.DEFAULT, true, List.of(Schema.LEADERSHIP), "bench"));
        LeaderStore store = strategy instanceof Strategy.Session
                ? new SessionStore(database, candidate)
                : new LeaseStore(database, candidate);
        return new Verbs(store, new Bid(role, "bench-holder", "bench", strategy, scopeKey, false));
    }

    /** There is one role, whatever the name. */
    @Override
    public Optional<Unlock> tryLock(String name) {
        if (bid.strategy() instanceof Strategy.Session && !(store.await(PATIENCE) instanceof Outcome.Granted)) {
            return Optional.empty();
        }
        return store.take(bid) instanceof Outcome.Acquired acquired
                ? Optional.of(() -> release(acquired.token()))
                : Optional.empty();
    }

    private void release(LeaderToken token) {
        Outcome released = store.release(token, Departure.free(Departure.Kind.RELEASED, "bench"));
        if (!(released instanceof Outcome.Released)) {
            throw new IllegalStateException("the release ended in " + released);
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
