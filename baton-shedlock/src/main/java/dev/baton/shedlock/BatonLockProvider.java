package dev.baton.shedlock;

import dev.baton.LeaderToken;
import dev.baton.sql.Baton;
import dev.baton.sql.HeldLease;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;

/**
 * A ShedLock {@code LockProvider} whose locks are leases of Baton. Expiry is judged by the database's clock alone, and
 * each lock is a term with an epoch: {@link #token()} hands it to the locked work, so that its writes can be fenced.
 * Thread-safe.
 */
public final class BatonLockProvider implements ExtensibleLockProvider {

    private static final ThreadLocal<LeaderToken> CURRENT = new ThreadLocal<>();

    private final Baton baton;
    private final String prefix;

    /** Locks are roles named {@code shedlock.NAME}. */
    public BatonLockProvider(Baton baton) {
        this(baton, "shedlock.");
    }

    /**
     * @param prefix what goes before a lock's name, so that it is no role that somebody stands for
     */
    public BatonLockProvider(Baton baton, String prefix) {
        this.baton = Objects.requireNonNull(baton, "baton");
        this.prefix = Objects.requireNonNull(prefix, "prefix");
    }

    /**
     * The token of the lock that this thread holds, to fence what it writes.
     *
     * @throws IllegalStateException if it holds none
     */
    public static LeaderToken token() {
        LeaderToken token = CURRENT.get();
        if (token == null) {
            throw new IllegalStateException("this thread holds no lock: call this from the locked method itself");
        }
        return token;
    }

    @Override
    public Optional<SimpleLock> lock(LockConfiguration configuration) {
        try {
            Optional<HeldLease> lease =
                    baton.tryLease(prefix + configuration.getName(), configuration.getLockAtMostFor());
            return lease.map(held -> locked(held, configuration.getLockAtLeastFor()));
        } catch (SQLException e) {
            throw new LockException("lock '" + configuration.getName() + "' could not be asked for", e);
        }
    }

    /** A locked method may call another one: its own token is back when that one ends. */
    private static Lock locked(HeldLease lease, Duration atLeast) {
        LeaderToken outer = CURRENT.get();
        CURRENT.set(lease.token());
        return new Lock(lease, atLeast, outer);
    }

    private static void restore(LeaderToken outer) {
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
    }

    /** A lease as ShedLock sees it. */
    private static final class Lock implements SimpleLock {

        private final HeldLease lease;
        private final long lockedAt = System.nanoTime();
        private final Duration atLeast;
        private final LeaderToken outer;

        Lock(HeldLease lease, Duration atLeast, LeaderToken outer) {
            this.lease = lease;
            this.atLeast = atLeast;
            this.outer = outer;
        }

        /** Not before it was held for as long as it should be: until then it is left to expire. */
        @Override
        public void unlock() {
            restore(outer);
            Duration left = atLeast.minusNanos(System.nanoTime() - lockedAt);
            try {
                if (left.isZero() || left.isNegative()) {
                    lease.release();
                } else {
                    lease.extend(left);
                }
            } catch (SQLException e) {
                throw new LockException("the lock of " + lease.token() + " could not be given back", e);
            }
        }

        @Override
        public Optional<SimpleLock> extend(Duration lockAtMostFor, Duration lockAtLeastFor) {
            try {
                return lease.extend(lockAtMostFor)
                        ? Optional.of(new Lock(lease, lockAtLeastFor, outer))
                        : Optional.empty();
            } catch (SQLException e) {
                throw new LockException("the lock of " + lease.token() + " could not be extended", e);
            }
        }
    }
}
