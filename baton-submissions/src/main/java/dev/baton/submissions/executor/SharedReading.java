package dev.baton.submissions.executor;

import dev.baton.support.Stopwatch;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What one look at the database tells all who ask at about the same time. Nobody waits for another's look for longer than looks
 * are apart: a database that hangs would hold up all of them, one after the other, and with them the end of their terms.
 * Thread-safe.
 */
final class SharedReading<T> {

    private final Stopwatch time;
    private final Duration every;
    private final ReentrantLock looking = new ReentrantLock();
    private volatile T seen;
    private volatile long dueAt = Long.MIN_VALUE;

    SharedReading(T unseen, Stopwatch time, Duration every) {
        this.seen = unseen;
        this.time = time;
        this.every = every;
    }

    /** How to look. */
    @FunctionalInterface
    interface Look<T> {
        T look() throws SQLException;
    }

    /**
     * What was seen last, if that was a moment ago or somebody else looks and is not answered.
     *
     * @throws SQLException if it was this caller that looked
     */
    T get(Look<T> look) throws SQLException {
        if (!isDue() || !mayLook()) {
            return seen;
        }
        try {
            if (isDue()) {
                seen = answered(look);
            }
            return seen;
        } finally {
            looking.unlock();
        }
    }

    private boolean isDue() {
        return time.elapsed() >= dueAt;
    }

    private boolean mayLook() {
        try {
            return looking.tryLock(every.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private T answered(Look<T> look) throws SQLException {
        try {
            return look.look();
        } finally {
            dueAt = time.elapsed() + every.toNanos();
        }
    }
}
