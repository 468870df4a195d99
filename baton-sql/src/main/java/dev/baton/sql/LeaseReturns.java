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

    /** Closing takes hardly longer than this, and one answer. */
    private static final Duration LAST_TRIES = Duration.ofSeconds(2);

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
     * Tries at once and again; after the end, once and on the caller's thread.
     *
     * @param what for the log
     * @param lease how long it may last from now on
     */
    void add(String what, Duration lease, Attempt attempt) {
        if (owed.size() < MOST) {
            Return one = new Return(what, attempt, lease, stopwatch.elapsed() + lease.toNanos());
            owed.add(one);
            if (!again(one, Duration.ZERO, FIRST_PAUSE)) {
                owed.remove(one);
                tryLast(one);
            }
        }
    }

    /** Whether it will be: not after the end, which has a last try for all that is owed. */
    private boolean again(Return one, Duration in, Duration next) {
        try {
            @SuppressWarnings("unused") // it tells by itself what became of it
            var unused = thread.schedule(() -> attempt(one, next), in.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (RejectedExecutionException closed) {
            return false;
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

    /** A last try for each, whatever became of the others, but no more after a while: the database may be away. */
    @Override
    public void close() {
        thread.shutdown();
        long over = stopwatch.elapsed() + LAST_TRIES.toNanos();
        for (Return one : owed) {
            if (stopwatch.elapsed() < over) {
                tryLast(one);
            }
        }
        owed.clear();
    }

    private static void tryLast(Return one) {
        try {
            one.attempt().settles();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("{} is left to its expiry: this instance is closed", one.what(), e);
        }
    }
}
