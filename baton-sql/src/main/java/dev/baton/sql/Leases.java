package dev.baton.sql;

import dev.baton.LeaderToken;
import dev.baton.Names;
import dev.baton.SetupRefusedException;
import dev.baton.Strategy;
import dev.baton.election.Candidate;
import dev.baton.spi.Bid;
import dev.baton.spi.Departure;
import dev.baton.spi.Outcome;
import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.RoleKeys;
import dev.baton.sql.election.LeaseStore;
import dev.baton.sql.election.ShortLeases;
import dev.baton.support.Stopwatch;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** Leases without a campaign. Each has a holder id of its own, so that two callers in one process exclude each other. */
final class Leases {

    /** How long an answer is waited for, however long the lease is: a pool may have to open a connection for it. */
    static final Duration ANSWER = Duration.ofSeconds(5);

    /** The shortest time that a lease can be kept for. */
    static final Duration SHORTEST = Duration.ofSeconds(1);

    private final BatonSettings settings;
    private final Database database;
    private final ShortLeases shortLeases;
    private final LeaseRecords records;
    private final AtomicLong number = new AtomicLong();

    Leases(BatonSettings settings, Database database) {
        this.settings = settings;
        this.database = database;
        this.shortLeases = new ShortLeases(database);
        this.records = new LeaseRecords(settings.leaseRecords(), Stopwatch.system());
    }

    Optional<HeldLease> tryLease(String role, Duration atMost) throws SQLException {
        Names.role(role);
        long scopeKey = RoleKeys.scopeKey(settings.namespace(), role);
        String holder = Names.holder(settings.holderId() + "/" + number.incrementAndGet());
        Strategy.Lease strategy = lasting(atMost);
        Bid bid = new Bid(role, holder, settings.nodeId(), strategy, scopeKey, false);
        Duration answer = shorter(atMost, ANSWER);
        ShortLeases.Answer shortly = asked(bid, answer);
        if (shortly instanceof ShortLeases.Taken taken) {
            return Optional.of(held(taken.token(), scopeKey, token -> shortLeases.giveBack(token, ANSWER)));
        }
        return shortly instanceof ShortLeases.Held ? Optional.empty() : recorded(bid, answer);
    }

    private ShortLeases.Answer asked(Bid bid, Duration answer) throws SQLException {
        try {
            return shortLeases.take(bid, records.isDue(bid.role()), answer);
        } catch (SQLException e) {
            throw notAsked(bid.role(), e);
        }
    }

    private static SQLException notAsked(String role, Exception why) {
        return new SQLException("the lease of '" + role + "' could not be asked for", why);
    }

    /** As roles are taken that somebody stands for: whatever the row may be, and in the history. */
    private Optional<HeldLease> recorded(Bid bid, Duration answer) throws SQLException {
        String role = bid.role();
        Outcome.OfTake outcome = store(role, bid.holderId(), bid.strategy(), bid.scopeKey(), answer)
                .take(bid);
        if (outcome instanceof Outcome.Refused refused) {
            throw new SetupRefusedException(refused.reason());
        }
        if (outcome instanceof Outcome.Failed failed) {
            if (isHeldUp(failed.error())) {
                return Optional.empty();
            }
            throw notAsked(role, failed.error());
        }
        // Quiet periods are for gates, and leases without a campaign have none: they end at their expiry, or sooner.
        if (!(outcome instanceof Outcome.Acquired acquired)) {
            return Optional.empty();
        }
        records.done(role);
        return Optional.of(held(
                acquired.token(),
                bid.scopeKey(),
                token -> store(role, token.holderId(), lasting(SHORTEST), bid.scopeKey(), ANSWER)
                        .release(token, Departure.free("released", "given back"))));
    }

    /** By a fenced transaction of its last holder that is still under way, or by somebody who was quicker. */
    private boolean isHeldUp(Exception error) throws SQLException {
        Dialect dialect = database.ready().dialect();
        return error instanceof SQLException e && (dialect.isLockTimeout(e) || dialect.isRolledBack(e));
    }

    private HeldLease held(LeaderToken token, long scopeKey, Function<LeaderToken, Outcome.OfRelease> giveBack) {
        return new HeldLease(
                token,
                (atMost, answer) -> store(token.role(), token.holderId(), lasting(atMost), scopeKey, answer),
                giveBack);
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
