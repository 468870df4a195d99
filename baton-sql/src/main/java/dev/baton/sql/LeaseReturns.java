package dev.baton.sql;

import dev.baton.support.Stopwatch;
import dev.baton.support.Threads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives back, in the background, leases that nobody has: the answer that granted one was lost, or it could not be given back.
 * Without this everybody would be refused until it expires. Tried again until it is settled, or the lease has ended by itself.
 * The thread is there only while something is owed. Thread-safe.
 */
final class LeaseReturns implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseReturns.class);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

    /** A database that is away is asked at least so often, so that leases are free soon after it is back. */
    private static final Duration WHILE_AWAY = Duration.ofSeconds(1);

    /** Of the lease: so often at least it is looked for a grant that may still be under way. */
    private static final int LOOKS = 20;

    /** Of more than these the ones that come later end at their expiry. */
    private static final int MOST = 1_000;

    private final Stopwatch stopwatch;
    private final Set<Return> owed = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(1, Threads.daemons("baton-lease-returns"));

    LeaseReturns(Stopwatch stopwatch) {
        this.stopwatch = stopwatch;
        thread.setKeepAliveTime(10, TimeUnit.SECONDS);
        thread.allowCoreThreadTimeOut(true);
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        thread.setRemoveOnCancelPolicy(true);
    }

    /** One try. */
    @FunctionalInterface
    interface Attempt {
        /** Whether nothing is left to do; if not, nothing of the lease was to be seen, which may change. */
        boolean settles() throws SQLException;
    }

    private record Return(String what, Attempt attempt, Duration lease, long over) {}

    /**
     * @param what for the log
     * @param lease how long it may last from now on
     */
    void add(String what, Duration lease, Attempt attempt) {
        if (owed.size() < MOST) {
            Return one = new Return(what, attempt, lease, stopwatch.elapsed() + lease.toNanos());
            owed.add(one);
            again(one, Duration.ZERO, FIRST_PAUSE);
        }
    }

    private void again(Return one, Duration in, Duration next) {
        try {
            @SuppressWarnings("unused") // it tells by itself what became of it
            var unused = thread.schedule(() -> attempt(one, next), in.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            owed.remove(one);
            LOG.debug("{} is left to its expiry: this instance is closed", one.what());
        }
    }

    private void attempt(Return one, Duration pause) {
        Duration longest = longer(WHILE_AWAY, one.lease().dividedBy(LOOKS));
        try {
            if (one.attempt().settles()) {
                owed.remove(one);
                return;
            }
        } catch (SQLException | RuntimeException e) {
            LOG.debug("{} could not be given back yet", one.what(), e);
            longest = WHILE_AWAY;
        }
        if (stopwatch.elapsed() >= one.over()) {
            owed.remove(one);
        } else {
            Duration next = pause.multipliedBy(2);
            again(one, pause, next.compareTo(longest) < 0 ? next : longest);
        }
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    /** A last try for each, as long as the database answers. */
    @Override
    public void close() {
        thread.shutdown();
        for (Return one : owed) {
            try {
                one.attempt().settles();
            } catch (SQLException | RuntimeException e) {
                LOG.debug("{} is left to its expiry, and so is what else is owed", one.what(), e);
                break;
            }
        }
        owed.clear();
    }
}
