package dev.baton.sql;

import dev.baton.LeaderToken;
import dev.baton.spi.Outcome;
import dev.baton.sql.election.LeaseStore;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A role held for a while by one caller: no campaign, no gate, no heartbeats; it ends by itself at its expiry, by the
 * database's clock. Its token fences writes like any other. From {@link Baton#tryLease}. Thread-safe.
 *
 * <p>A name may be a lock now and a role that instances stand for then. A lock waits for no gate: after a row deleted by hand or a
 * database that failed over, it may be had while the gate of a former leader is still open. What it did not wait for stays on
 * record, so that the next gate does.
 */
public final class HeldLease implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HeldLease.class);

    private final LeaderToken token;
    private final BiFunction<Duration, Duration, LeaseStore> stores;
    private final Function<Duration, Outcome.OfRelease> giveBack;

    /** The longest of what was granted and what was asked for: any of it may be what the row says. */
    private final AtomicReference<Duration> longest;

    private final AtomicBoolean released = new AtomicBoolean();

    /**
     * @param lasts how long it lasts
     * @param stores where a lease of this duration is kept, and how long an answer is waited for
     * @param giveBack releases it, with or without records as it was taken; told how long it would last otherwise
     */
    HeldLease(
            LeaderToken token,
            Duration lasts,
            BiFunction<Duration, Duration, LeaseStore> stores,
            Function<Duration, Outcome.OfRelease> giveBack) {
        this.token = token;
        this.longest = new AtomicReference<>(lasts);
        this.stores = stores;
        this.giveBack = giveBack;
    }

    public LeaderToken token() {
        return token;
    }

    /**
     * Lets it end so long after now, whatever was said before.
     *
     * @return whether it was still held
     */
    public boolean extend(Duration atMost) throws SQLException {
        Duration wanted = longer(atMost, Leases.SHORTEST);
        longest.accumulateAndGet(wanted, HeldLease::longer);
        // No gate has opened: what is owed to gates stays in the row.
        Outcome.OfRenew outcome = extending(wanted).renew(token, false);
        if (outcome instanceof Outcome.Failed failed) {
            throw new SQLException("the lease of " + token + " was not extended", failed.error());
        }
        return outcome instanceof Outcome.Renewed;
    }

    /**
     * Gives it back now. What has expired already is left as it is.
     *
     * @throws SQLException if the database did not answer. It is tried again in the background then, for as long as the lease may
     *     last: nothing may be done with it any more. A {@link Baton} that is closed tries nothing again: the lease ends at its expiry
     */
    public void release() throws SQLException {
        Outcome.OfRelease outcome = giveBack.apply(longest.get());
        if (outcome instanceof Outcome.Failed failed) {
            throw new SQLException("the lease of " + token + " was not given back", failed.error());
        }
        released.set(true);
    }

    /**
     * Gives it back, unless that was done before. A database that does not answer is no reason to fail: it is tried again as after
     * {@link #release}, the lease ends by itself in any case, and the log tells.
     */
    @Override
    public void close() {
        if (released.compareAndSet(false, true)) {
            try {
                release();
            } catch (SQLException | RuntimeException e) {
                LOG.warn("a lease was not given back and ends at its expiry at the latest", e);
            }
        }
    }

    private LeaseStore extending(Duration atMost) {
        return stores.apply(atMost, Leases.shorter(atMost, Leases.ANSWER));
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) >= 0 ? a : b;
    }
}
