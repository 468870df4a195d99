package dev.baton.submissions.store;

import dev.baton.sql.jdbc.BatchWrites;
import dev.baton.support.Stopwatch;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * Lets callers share commits, and reads. Whoever finds a writer's place free writes, on its own thread, everything that waits; a lone
 * caller therefore pays no hand-over. The others wait for the one that took theirs along, or for a free place.
 *
 * @param <I> what is written
 * @param <O> what comes of it
 */
public final class GroupCommit<I, O> {

    /** Writes a batch in one commit; answers in its order. */
    @FunctionalInterface
    public interface Writer<I, O> {
        List<O> write(List<I> batch) throws SQLException;
    }

    private static final long NEVER = Long.MAX_VALUE;

    private final Writer<I, O> writer;
    private final Predicate<SQLException> isDataError;
    private final int most;
    private final Semaphore places;
    private final ConcurrentLinkedQueue<Waiting<I, O>> queue = new ConcurrentLinkedQueue<>();

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
     * @param isDataError whether an error is the fault of one item's data
     */
    public GroupCommit(int writers, int most, Predicate<SQLException> isDataError, Writer<I, O> writer) {
        this.writer = writer;
        this.isDataError = isDataError;
        this.most = most;
        this.places = new Semaphore(writers);
    }

    /** Returns when the item is written. Not interruptible: the commit may be under way on another thread. */
    public O submit(I item) throws SQLException {
        Waiting<I, O> mine = new Waiting<>(item);
        awaitDone(mine, NEVER);
        return result(mine);
    }

    /**
     * The same for a caller that can write by itself as well.
     *
     * @return empty if no batch has taken it up within this time; none will after that
     */
    public Optional<O> submitWithin(I item, Duration patience) throws SQLException {
        Waiting<I, O> mine = new Waiting<>(item);
        return awaitDone(mine, Stopwatch.system().elapsed() + patience.toNanos())
                ? Optional.of(result(mine))
                : Optional.empty();
    }

    /**
     * Waits until it is written.
     *
     * @param until when it is taken back, if nobody has begun to write it
     * @return false if it was taken back
     */
    private boolean awaitDone(Waiting<I, O> mine, long until) {
        queue.add(mine);
        boolean interrupted = false;
        boolean takenBack = false;
        long end = until;
        while (!mine.done && !takenBack) {
            if (places.tryAcquire()) {
                try {
                    writeWaiting();
                } finally {
                    places.release();
                    wakeNext();
                }
            } else if (park(end)) {
                interrupted |= Thread.interrupted();
            } else {
                takenBack = queue.remove(mine);
                end = NEVER; // if it was not there any more, somebody is writing it
            }
        }
        if (takenBack) {
            wakeNext(); // it may be this one that was woken to write
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !takenBack;
    }

    /** @return false if it is too late to wait */
    private boolean park(long until) {
        if (until == NEVER) {
            LockSupport.park(this);
            return true;
        }
        long left = until - Stopwatch.system().elapsed();
        if (left > 0) {
            LockSupport.parkNanos(this, left);
        }
        return left > 0;
    }

    private void writeWaiting() {
        List<Waiting<I, O>> batch = new ArrayList<>();
        for (Waiting<I, O> next = queue.poll(); next != null; next = batch.size() < most ? queue.poll() : null) {
            batch.add(next);
        }
        if (!batch.isEmpty()) {
            write(batch);
        }
    }

    /** Whatever happens, nobody is left waiting. */
    private void write(List<Waiting<I, O>> batch) {
        try {
            BatchWrites.writeOrSplit(batch, isDataError, this::commit, (waiting, e) -> waiting.complete(null, e));
        } catch (SQLException | RuntimeException | Error e) {
            batch.stream().filter(waiting -> !waiting.done).forEach(waiting -> waiting.complete(null, e));
        }
    }

    private void commit(List<Waiting<I, O>> batch) throws SQLException {
        List<O> results =
                writer.write(batch.stream().map(waiting -> waiting.item).toList());
        for (int i = 0; i < batch.size(); i++) {
            batch.get(i).complete(results.get(i), null);
        }
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
