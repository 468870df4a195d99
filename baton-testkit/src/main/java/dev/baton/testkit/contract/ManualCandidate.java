package dev.baton.testkit.contract;

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
import javax.sql.DataSource;

/** A candidate without an election loop: a test calls the store's verbs by itself, one by one. */
public final class ManualCandidate implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMillis(200);

    private final Candidate candidate;
    private final LeaderStore store;

    public ManualCandidate(Database database, String role, String holder, Strategy strategy) {
        this.candidate = new Candidate(
                role,
                holder,
                "node-of-" + holder,
                strategy,
                RoleKeys.scopeKey("baton", role),
                Backoff.DEFAULT,
                false,
                Duration.ofSeconds(1),
                Duration.ofSeconds(2),
                Duration.ofSeconds(30));
        this.store = strategy instanceof Strategy.Session
                ? new SessionStore(database, candidate)
                : new LeaseStore(database, candidate);
    }

    /** A database as an instance prepares it for itself; seats may share it. */
    public static Database prepare(DataSource source) {
        return prepare(source, TableNames.DEFAULT);
    }

    /** The same, by an instance that calls the tables by these names. */
    public static Database prepare(DataSource source, TableNames tables) {
        return new Database(
                source, source, new Database.Options(tables, true, List.of(Schema.LEADERSHIP), "baton_leader_change"));
    }

    public LeaderStore store() {
        return store;
    }

    /** Waits for the session lock where there is one, then takes the row. */
    public Outcome take() {
        if (candidate.strategy() instanceof Strategy.Session) {
            Outcome.OfAwait waited = store.await(PATIENCE);
            if (!(waited instanceof Outcome.Granted)) {
                return waited;
            }
        }
        return store.take(new Bid(
                candidate.role(),
                candidate.holderId(),
                candidate.nodeId(),
                candidate.strategy(),
                candidate.scopeKey(),
                false));
    }

    public LeaderToken acquire() {
        Outcome outcome = take();
        if (outcome instanceof Outcome.Acquired acquired) {
            return acquired.token();
        }
        throw new AssertionError("not acquired but " + outcome);
    }

    public Outcome renew(LeaderToken token) {
        return store.renew(token, true);
    }

    public Outcome release(LeaderToken token) {
        return store.release(token, Departure.free(Departure.Kind.RELEASED, "stopped"));
    }

    /** Dies without a word. */
    @Override
    public void close() {
        store.close();
    }
}
