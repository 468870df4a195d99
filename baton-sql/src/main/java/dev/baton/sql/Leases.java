package dev.baton.sql;

import dev.baton.LeaderToken;
import dev.baton.Names;
import dev.baton.SetupRefusedException;
import dev.baton.Strategy;
import dev.baton.election.Candidate;
import dev.baton.spi.Bid;
import dev.baton.spi.Outcome;
import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.RoleKeys;
import dev.baton.sql.election.LeaseStore;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Leases without a campaign. Each has a holder id of its own, so that two callers in one process exclude each other. */
final class Leases {

    /** How long an answer is waited for, however long the lease is: a pool may have to open a connection for it. */
    static final Duration ANSWER = Duration.ofSeconds(5);

    private final BatonSettings settings;
    private final Database database;
    private final AtomicLong number = new AtomicLong();

    Leases(BatonSettings settings, Database database) {
        this.settings = settings;
        this.database = database;
    }

    Optional<HeldLease> tryLease(String role, Duration atMost) throws SQLException {
        Names.role(role);
        long scopeKey = RoleKeys.scopeKey(settings.namespace(), role);
        String holder = Names.holder(settings.holderId() + "/" + number.incrementAndGet());
        Strategy.Lease strategy = lasting(atMost);
        Bid bid = new Bid(role, holder, settings.nodeId(), strategy, scopeKey, false);
        Outcome.OfTake outcome =
                store(role, holder, strategy, scopeKey, shorter(atMost, ANSWER)).take(bid);
        if (outcome instanceof Outcome.Refused refused) {
            throw new SetupRefusedException(refused.reason());
        }
        if (outcome instanceof Outcome.Failed failed) {
            throw new SQLException("the lease of '" + role + "' could not be asked for", failed.error());
        }
        // Quiet periods are for gates, and leases without a campaign have none: they end at their expiry, or sooner.
        return outcome instanceof Outcome.Acquired acquired
                ? Optional.of(held(acquired.token(), scopeKey))
                : Optional.empty();
    }

    private HeldLease held(LeaderToken token, long scopeKey) {
        return new HeldLease(
                token, (atMost, answer) -> store(token.role(), token.holderId(), lasting(atMost), scopeKey, answer));
    }

    /** Nobody renews it by the clock; the interval only leaves room for a request's time-out. */
    private static Strategy.Lease lasting(Duration atMost) {
        return new Strategy.Lease(atMost, atMost.dividedBy(10), atMost);
    }

    /** What is granted after it has ended is of no use. */
    static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private LeaseStore store(String role, String holder, Strategy strategy, long scopeKey, Duration answer) {
        Candidate candidate = new Candidate(
                role,
                holder,
                settings.nodeId(),
                strategy,
                scopeKey,
                settings.backoff(),
                false,
                settings.drainTimeout(),
                Duration.ZERO,
                settings.staleThreshold());
        return new LeaseStore(database, candidate, answer);
    }
}
