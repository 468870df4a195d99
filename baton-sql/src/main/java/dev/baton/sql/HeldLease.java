package dev.baton.sql;

import dev.baton.LeaderToken;
import dev.baton.spi.Outcome;
import dev.baton.sql.election.LeaseStore;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A role held for a while by one caller: no campaign, no gate, no heartbeats; it ends by itself at its expiry, by the
 * database's clock. Its token fences writes like any other. From {@link Baton#tryLease}. Thread-safe.
 *
 * <p>A name is a lock or a role that instances stand for, not both: a lock waits for no quiet period, so that after a row deleted by
 * hand or a database that failed over a campaign beside it may open its gate too early.
 */
public final class HeldLease implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HeldLease.class);

    private final LeaderToken token;
    private final BiFunction<Duration, Duration, LeaseStore> stores;
    private final Function<LeaderToken, Outcome.OfRelease> giveBack;
    private final AtomicBoolean released = new AtomicBoolean();

    /**
     * @param stores where a lease of this duration is kept, and how long an answer is waited for
     * @param giveBack as it was taken, recorded or not
     */
    HeldLease(
            LeaderToken token,
            BiFunction<Duration, Duration, LeaseStore> stores,
            Function<LeaderToken, Outcome.OfRelease> giveBack) {
        this.token = token;
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
        Outcome.OfRenew outcome = extending(longer(atMost)).renew(token, true);
        if (outcome instanceof Outcome.Failed failed) {
            throw new SQLException("the lease of " + token + " was not extended", failed.error());
        }
        return outcome instanceof Outcome.Renewed;
    }

    /** Gives it back now. What has expired already is left as it is. */
    public void release() throws SQLException {
        Outcome.OfRelease outcome = giveBack.apply(token);
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
        return wanted.compareTo(Leases.SHORTEST) < 0 ? Leases.SHORTEST : wanted;
    }
}
