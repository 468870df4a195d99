package dev.baton.submissions;

import dev.baton.election.Stopwatch;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets callers share commits. Whoever finds a writer's place free writes, on its own thread, everything that waits; a lone
 * caller therefore pays no hand-over. The others wait for the one that took theirs along, or for a free place.
 *
 * <p>Callers that shared a commit come back together. A writer waits for as many as there were the last time, for a
 * fraction of what a commit takes: without that, the first one back would write alone and the others wait for two commits.
 *
 * @param <I> what is written
 * @param <O> what comes of it
 */
final class GroupCommit<I, O> {

    /** The part of a write's time that is worth waiting for company. */
    private static final int PATIENCE = 4;

    /** Writes a batch in one commit; answers in its order. */
    @FunctionalInterface
    interface Writer<I, O> {
        List<O> write(List<I> batch) throws SQLException;
    }

    private final Writer<I, O> writer;
    private final int most;
    private final Stopwatch time;
    private final Semaphore places;
    private final ConcurrentLinkedQueue<Waiting<I, O>> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger queued = new AtomicInteger();
    private volatile Gathering gathering = Gathering.OVER;
    private volatile int lastSize;
    private volatile long lastTook;

    /** A writer that waits for this many. */
    private record Gathering(Thread writer, int expected) {
        static final Gathering OVER = new Gathering(null, Integer.MAX_VALUE);
    }

    /** One caller's item on its way. */
    private static final class Waiting<I, O> {
        private final I item;
        private final Thread caller = Thread.currentThread();
        private O result;
        private Throwable failure;
        private volatile boolean done;

        Waiting(I item) {
            this.item = item;
        }

        void complete(O given, Throwable problem) {
            result = given;
            failure = problem;
            done = true;
            if (Thread.currentThread() != caller) {
                LockSupport.unpark(caller);
            }
        }
    }

    /**
     * @param writers how many batches may be under way at once
     * @param most how many items a batch may have
     */
    GroupCommit(int writers, int most, Stopwatch time, Writer<I, O> writer) {
        this.writer = writer;
        this.most = most;
        this.time = time;
        this.places = new Semaphore(writers);
    }

    /** Returns when the item is written. Not interruptible: the commit may be under way on another thread. */
    O submit(I item) throws SQLException {
        Waiting<I, O> mine = new Waiting<>(item);
        enqueue(mine);
        boolean interrupted = false;
        while (!mine.done) {
            if (places.tryAcquire()) {
                try {
                    gather();
                    writeWaiting();
                } finally {
                    places.release();
                    wakeNext();
                }
            } else {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return result(mine);
    }

    private void enqueue(Waiting<I, O> mine) {
        queue.add(mine);
        int waiting = queued.incrementAndGet();
        Gathering now = gathering;
        if (waiting >= now.expected()) {
            LockSupport.unpark(now.writer());
        }
    }

    private void gather() {
        int expected = Math.min(lastSize, most);
        if (expected < 2) {
            return;
        }
        long until = time.elapsed() + lastTook / PATIENCE;
        gathering = new Gathering(Thread.currentThread(), expected);
        for (long left = 1; left > 0 && queued.get() < expected; left = until - time.elapsed()) {
            LockSupport.parkNanos(this, left);
        }
        gathering = Gathering.OVER;
    }

    private void writeWaiting() {
        List<Waiting<I, O>> batch = new ArrayList<>();
        for (Waiting<I, O> next = queue.poll(); next != null; next = batch.size() < most ? queue.poll() : null) {
            batch.add(next);
        }
        if (!batch.isEmpty()) {
            queued.addAndGet(-batch.size());
            long began = time.elapsed();
            write(batch);
            lastTook = time.elapsed() - began;
            lastSize = batch.size();
        }
    }

    /** All in one commit; each in its own where the database refuses the data of one: the others are not to blame. */
    private void write(List<Waiting<I, O>> batch) {
        try {
            List<O> results =
                    writer.write(batch.stream().map(waiting -> waiting.item).toList());
            for (int i = 0; i < batch.size(); i++) {
                batch.get(i).complete(results.get(i), null);
            }
        } catch (SQLException e) {
            if (batch.size() > 1 && isData(e)) {
                batch.forEach(waiting -> write(List.of(waiting)));
            } else {
                batch.forEach(waiting -> waiting.complete(null, e));
            }
        } catch (RuntimeException | Error e) {
            batch.forEach(waiting -> waiting.complete(null, e));
        }
    }

    private static boolean isData(SQLException error) {
        String state = error.getSQLState();
        return state != null && (state.startsWith("22") || state.startsWith("23"));
    }

    /** Somebody may have come after the batch was taken and found no place: it has one now. */
    private void wakeNext() {
        Waiting<I, O> next = queue.peek();
        if (next != null) {
            LockSupport.unpark(next.caller);
        }
    }

    private O result(Waiting<I, O> mine) throws SQLException {
        if (mine.failure instanceof SQLException e) {
            throw new SQLException(e.getMessage(), e.getSQLState(), e.getErrorCode(), e);
        }
        if (mine.failure != null) {
            throw new IllegalStateException(mine.failure.getMessage(), mine.failure);
        }
        return mine.result;
    }
}
