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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Leases without a campaign. Each attempt has a holder id of its own, so that two callers in one process exclude each other, and
 * what became of an attempt whose answer was lost can be looked up.
 */
final class Leases implements AutoCloseable {

    /** How long an answer is waited for, however long the lease is: a pool may have to open a connection for it. */
    static final Duration ANSWER = Duration.ofSeconds(5);

    /** The shortest time that a lease can be kept for. */
    static final Duration SHORTEST = Duration.ofSeconds(1);

    private final BatonSettings settings;
    private final Database database;
    private final ShortLeases shortLeases;
    private final LeaseRecords records;
    private final LeaseReturns returns = new LeaseReturns(Stopwatch.system());
    private final AtomicLong number = new AtomicLong();
    private volatile boolean closed;

    Leases(BatonSettings settings, Database database) {
        this.settings = settings;
        this.database = database;
        this.shortLeases = new ShortLeases(database);
        this.records = new LeaseRecords(settings.leaseRecords(), Stopwatch.system());
    }

    Optional<HeldLease> tryLease(String role, Duration atMost) throws SQLException {
        ensureOpen();
        Names.role(role);
        long scopeKey = RoleKeys.scopeKey(settings.namespace(), role);
        String holder = Names.holder(settings.holderId() + "/" + number.incrementAndGet());
        Bid bid = Bid.forLock(role, holder, settings.nodeId(), lasting(atMost), scopeKey);
        Optional<HeldLease> lease = tried(bid, shorter(atMost, ANSWER));
        if (closed) {
            lease.ifPresent(HeldLease::close);
            ensureOpen();
        }
        return lease;
    }

    private void ensureOpen() {
        if (closed) {
            throw new IllegalStateException("this Baton is closed");
        }
    }

    private Optional<HeldLease> tried(Bid bid, Duration answer) throws SQLException {
        ShortLeases.Answer shortly = asked(bid, answer);
        if (shortly instanceof ShortLeases.Taken taken) {
            return Optional.of(held(taken.token(), bid, this::giveBackShortly));
        }
        return shortly instanceof ShortLeases.Held ? Optional.empty() : recorded(bid, answer);
    }

    private ShortLeases.Answer asked(Bid bid, Duration answer) throws SQLException {
        AtomicBoolean sent = new AtomicBoolean();
        boolean answered = false;
        try {
            ShortLeases.Answer shortly = shortLeases.take(bid, records.isDue(bid.role()), answer, () -> sent.set(true));
            answered = true;
            return shortly;
        } catch (SQLException e) {
            throw notAsked(bid.role(), e);
        } finally {
            if (!answered && sent.get()) {
                giveBackUnheard(bid, this::giveBackShortly);
            }
        }
    }

    private Outcome.OfRelease giveBackShortly(LeaderToken token) {
        return shortLeases.giveBack(token, ANSWER);
    }

    private static SQLException notAsked(String role, Exception why) {
        return new SQLException("the lease of '" + role + "' could not be asked for", why);
    }

    /** The database may have granted what it was sent, although no answer came: then nobody knows of it. */
    private void giveBackUnheard(Bid bid, Function<LeaderToken, Outcome.OfRelease> giveBack) {
        LeaseStore store = store(bid, lasting(SHORTEST), ANSWER);
        returns.add("the lease of " + bid.holderId(), bid.strategy().lease(), () -> {
            Optional<LeaderToken> granted = store.standing();
            return granted.isPresent() && isAnswered(giveBack.apply(granted.get()));
        });
    }

    private static boolean isAnswered(Outcome.OfRelease outcome) throws SQLException {
        if (outcome instanceof Outcome.Failed failed) {
            throw new SQLException("not given back", failed.error());
        }
        return true;
    }

    /** As roles are taken that somebody stands for: whatever the row may be, and in the history. */
    private Optional<HeldLease> recorded(Bid bid, Duration answer) throws SQLException {
        AtomicBoolean sent = new AtomicBoolean();
        Outcome.OfTake outcome = store(bid, bid.strategy(), answer).take(bid, () -> sent.set(true));
        if (outcome instanceof Outcome.Refused refused) {
            throw new SetupRefusedException(refused.reason());
        }
        if (outcome instanceof Outcome.Failed failed) {
            if (isHeldUp(failed.error())) {
                return Optional.empty();
            }
            if (sent.get()) {
                giveBackUnheard(bid, token -> giveBack(bid, token));
            }
            throw notAsked(bid.role(), failed.error());
        }
        if (!(outcome instanceof Outcome.Acquired acquired)) {
            return Optional.empty();
        }
        records.done(bid.role());
        return Optional.of(held(acquired.token(), bid, token -> giveBack(bid, token)));
    }

    private Outcome.OfRelease giveBack(Bid bid, LeaderToken token) {
        return store(bid, lasting(SHORTEST), ANSWER)
                .release(token, Departure.free(Departure.Kind.RELEASED, "given back"));
    }

    /** Whether a fenced transaction of the last holder, still open, or a quicker candidate kept this one from the lease. */
    private boolean isHeldUp(Exception error) throws SQLException {
        Dialect dialect = database.ready().dialect();
        return error instanceof SQLException e && (dialect.isLockTimeout(e) || dialect.isRolledBack(e));
    }

    private HeldLease held(LeaderToken token, Bid bid, Function<LeaderToken, Outcome.OfRelease> giveBack) {
        return new HeldLease(
                token, bid.strategy().lease(), (atMost, answer) -> store(bid, lasting(atMost), answer), atMost -> {
                    Outcome.OfRelease outcome = giveBack.apply(token);
                    if (outcome instanceof Outcome.Failed && !closed) {
                        returns.add("the lease of " + token, atMost, () -> isAnswered(giveBack.apply(token)));
                    }
                    return outcome;
                });
    }

    /** Nobody renews it by the clock; the interval only leaves room for a request's time-out. */
    private static Strategy.Lease lasting(Duration atMost) {
        return new Strategy.Lease(atMost, atMost.dividedBy(10), atMost);
    }

    /** What is granted after it has ended is of no use. */
    static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private LeaseStore store(Bid bid, Strategy strategy, Duration answer) {
        Candidate candidate = new Candidate(
                bid.role(),
                bid.holderId(),
                bid.nodeId(),
                strategy,
                bid.scopeKey(),
                settings.backoff(),
                false,
                settings.drainTimeout(),
                Duration.ZERO,
                settings.staleThreshold());
        return new LeaseStore(database, candidate, answer);
    }

    /** Grants none from now on. Those that are held stay, and can be given back. */
    @Override
    public void close() {
        closed = true;
        returns.close();
    }
}
