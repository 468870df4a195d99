package dev.baton.sql;

import dev.baton.LeaderToken;
import dev.baton.spi.Departure;
import dev.baton.spi.Outcome;
import dev.baton.sql.election.LeaseStore;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A role held for a while by one caller: no campaign, no gate, no heartbeats; it ends by itself at its expiry, by the
 * database's clock. Its token fences writes like any other. From {@link Baton#tryLease}. Thread-safe.
 */
public final class HeldLease implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HeldLease.class);

    /** The shortest time that a lease can be kept for. */
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private final LeaderToken token;
    private final BiFunction<Duration, Duration, LeaseStore> stores;
    private final AtomicBoolean released = new AtomicBoolean();

    /** @param stores where a lease of this duration is kept, and how long an answer is waited for */
    HeldLease(LeaderToken token, BiFunction<Duration, Duration, LeaseStore> stores) {
        this.token = token;
        this.stores = stores;
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
        Outcome.OfRenew outcome = extending(longer(atMost)).renew(token, true);
        if (outcome instanceof Outcome.Failed failed) {
            throw new SQLException("the lease of " + token + " was not extended", failed.error());
        }
        return outcome instanceof Outcome.Renewed;
    }

    /** Gives it back now. What has expired already is left as it is. */
    public void release() throws SQLException {
        Outcome.OfRelease outcome =
                stores.apply(SHORTEST, Leases.ANSWER).release(token, Departure.free("released", "given back"));
        if (outcome instanceof Outcome.Failed failed) {
            throw new SQLException("the lease of " + token + " was not given back", failed.error());
        }
        released.set(true);
    }

    /**
     * Gives it back, unless that was done before. A database that does not answer is no reason to fail: the lease ends by
     * itself then, and the log tells.
     */
    @Override
    public void close() {
        if (released.compareAndSet(false, true)) {
            try {
                release();
            } catch (SQLException | RuntimeException e) {
                LOG.warn("a lease could not be given back and ends at its expiry", e);
            }
        }
    }

    private LeaseStore extending(Duration atMost) {
        return stores.apply(atMost, Leases.shorter(atMost, Leases.ANSWER));
    }

    private static Duration longer(Duration wanted) {
        return wanted.compareTo(SHORTEST) < 0 ? SHORTEST : wanted;
    }
}
