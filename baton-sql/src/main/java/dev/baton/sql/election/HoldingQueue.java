package dev.baton.sql.election;

import dev.baton.LeaderToken;
import dev.baton.spi.Bid;
import dev.baton.spi.Outcome;
import dev.baton.support.Stopwatch;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the roles of this process want of the session that holds their locks, gathered into rounds. Thread-safe; the rounds are
 * for the session's thread.
 */
final class HoldingQueue {

    /** How long those who are expected to bid are waited for, so that all go to the database together. */
    private static final Duration GATHERING = Duration.ofMillis(3);

    /** The same for heartbeats, which nobody waits for: it may take the threads of many roles a while to come. */
    private static final Duration GATHERING_BEATS = Duration.ofMillis(25);

    /** Whoever would look within this part of its patience looks now, with those whose time has come. */
    private static final int EARLY = 4;

    /** What is done before heartbeats that have come meanwhile are sent: nobody's are late because others ask for much. */
    private static final int MOST_TASKS = 16;

    private static final int MOST_TAKES = 64;

    private final Stopwatch stopwatch = Stopwatch.system();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final Set<SharedSessionRole> sharing = new HashSet<>();
    private final Set<SharedSessionRole> tryAtOnce = new HashSet<>(); // as soon as they wait
    private final List<Wait> waits = new ArrayList<>();
    private final List<Beat> beats = new ArrayList<>();
    private final List<Take> takes = new ArrayList<>();
    private final List<SessionTask<?>> tasks = new ArrayList<>();
    private long quietSince = stopwatch.elapsed();
    private boolean emptied;
    private boolean closed;

    /** A candidate that waits for its lock, which it does not ask for before others had their turn. */
    record Wait(
            SharedSessionRole shared, long from, long early, long until, CompletableFuture<Outcome.OfAwait> answer) {}

    /** A heartbeat, not to be sent before its time. */
    record Beat(HoldingConnection.Renewal renewal, long at, long until, CompletableFuture<Outcome.OfRenew> answer) {}

    /** A bid; alone after it has failed together with others. */
    record Take(
            SharedSessionRole shared,
            Bid bid,
            long at,
            boolean alone,
            CompletableFuture<Optional<Outcome.OfTake>> answer) {}

    /** Something else to be done; if a role is named, only by the session that holds its lock. */
    record SessionTask<T>(Optional<SharedSessionRole> shared, Work<T> work, CompletableFuture<T> answer) {}

    /** What is done on the session, by its thread; null if there is none and the work does not need it. */
    @FunctionalInterface
    interface Work<T> {
        T on(HoldingConnection session) throws SQLException;
    }

    /**
     * What is to be done now.
     *
     * @param emptied whether the last role has left since the last round, whoever has come since
     */
    record Round(
            List<SharedSessionRole> sharing,
            boolean emptied,
            List<Wait> waits,
            List<Beat> beats,
            List<Take> takes,
            List<SessionTask<?>> tasks,
            boolean isLast) {

        /** Whether nothing of it would be heard by the server. */
        boolean isQuiet() {
            return waits.isEmpty() && beats.isEmpty() && takes.isEmpty() && tasks.isEmpty();
        }

        Duration shortestCall() {
            return shortestCallOf(sharing);
        }

        void fail(SQLException e) {
            waits.forEach(wait -> wait.answer().completeExceptionally(e));
            beats.forEach(beat -> beat.answer().completeExceptionally(e));
            takes.forEach(take -> take.answer().completeExceptionally(e));
            tasks.forEach(task -> task.answer().completeExceptionally(e));
        }
    }

    private static Duration shortestCallOf(Collection<SharedSessionRole> sharing) {
        return sharing.stream()
                .map(shared -> shared.strategy().callTimeout())
                .min(Comparator.naturalOrder())
                .orElse(Duration.ofSeconds(1));
    }

    void add(SharedSessionRole shared) {
        locked(() -> {
            sharing.add(shared);
            tryAtOnce.add(shared);
        });
    }

    void remove(SharedSessionRole shared) {
        locked(() -> {
            tryAtOnce.remove(shared);
            emptied |= sharing.remove(shared) && sharing.isEmpty();
        });
    }

    /** The shortest that any of the roles has; none without roles. */
    Optional<Duration> shortestPatience() {
        lock.lock();
        try {
            return sharing.stream()
                    .map(shared -> shared.strategy().lockTimeout())
                    .min(Comparator.naturalOrder());
        } finally {
            lock.unlock();
        }
    }

    /** A candidate that begins anew, not one that goes on waiting. */
    void lookNow(SharedSessionRole shared) {
        locked(() -> tryAtOnce.add(shared));
    }

    /** Somebody may have left the role. */
    void lookNow(String role) {
        locked(() ->
                sharing.stream().filter(shared -> shared.role().equals(role)).forEach(tryAtOnce::add));
    }

    /** Somebody may have died. */
    void lookNow() {
        locked(() -> tryAtOnce.addAll(sharing));
    }

    /** Waits for the lock of a role, at most so long. Whoever gives up waiting completes the answer by himself. */
    CompletableFuture<Outcome.OfAwait> await(SharedSessionRole shared, Duration patience) {
        long now = stopwatch.elapsed();
        long from = Math.max(now, shared.standsBackUntil());
        long until = Math.max(from, now + patience.toNanos());
        long early = Math.max(from, until - patience.toNanos() / EARLY);
        Wait wait = new Wait(shared, from, early, until, new CompletableFuture<>());
        add(waits, wait, wait.answer());
        return wait.answer();
    }

    /** Its holder has left the role: others have the turn that a named successor would have. */
    void standsBack(SharedSessionRole shared) {
        shared.standsBackUntil(stopwatch.elapsed() + shared.turnOfOthers().toNanos());
    }

    boolean isDue(Wait wait) {
        return stopwatch.elapsed() >= wait.early();
    }

    CompletableFuture<Outcome.OfRenew> renew(SharedSessionRole shared, LeaderToken token, boolean opened) {
        long now = stopwatch.elapsed();
        long until = now + shared.strategy().callTimeout().toNanos();
        Beat beat =
                new Beat(new HoldingConnection.Renewal(shared, token, opened), now, until, new CompletableFuture<>());
        add(beats, beat, beat.answer());
        return beat.answer();
    }

    /** The same heartbeat after a while; false if that would be too late. */
    boolean again(Beat beat, Duration pause) {
        long at = stopwatch.elapsed() + pause.toNanos();
        if (at >= beat.until()) {
            return false;
        }
        add(beats, new Beat(beat.renewal(), at, beat.until(), beat.answer()), beat.answer());
        return true;
    }

    CompletableFuture<Optional<Outcome.OfTake>> take(SharedSessionRole shared, Bid bid) {
        Take take = new Take(shared, bid, stopwatch.elapsed(), false, new CompletableFuture<>());
        add(takes, take, take.answer());
        return take.answer();
    }

    /** The same bid without the others: one of them may have been in the way. */
    void alone(Take take) {
        add(takes, new Take(take.shared(), take.bid(), take.at(), true, take.answer()), take.answer());
    }

    /** Runs on the session only if it holds the lock of this role. */
    <T> CompletableFuture<T> run(SharedSessionRole shared, Work<T> work) {
        return run(Optional.of(shared), work);
    }

    /** Runs on the session whichever role's lock it holds. */
    <T> CompletableFuture<T> run(Work<T> work) {
        return run(Optional.empty(), work);
    }

    private <T> CompletableFuture<T> run(Optional<SharedSessionRole> shared, Work<T> work) {
        SessionTask<T> task = new SessionTask<>(shared, work, new CompletableFuture<>());
        add(tasks, task, task.answer());
        return task.answer();
    }

    private <R> void add(List<R> to, R request, CompletableFuture<?> answer) {
        locked(() -> {
            if (closed) {
                answer.completeExceptionally(closed());
            } else {
                to.add(request);
            }
        });
    }

    private static SQLException closed() {
        return new SQLException("the store is closed");
    }

    void close() {
        locked(() -> closed = true);
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            news.signal();
        } finally {
            lock.unlock();
        }
    }

    /**
     * The next round, once something is due.
     *
     * @param bidders how many have a lock and have not taken their role yet
     * @param leaders how many beat
     * @param open whether there is a session that must not be silent for too long
     */
    Round next(int bidders, int leaders, boolean open) throws InterruptedException {
        lock.lock();
        try {
            while (!closed) {
                forgetWhatNobodyWaitsFor();
                long now = stopwatch.elapsed();
                long due = dueAt(now, bidders, leaders, open);
                if (due <= now) {
                    return collect(now);
                }
                news.awaitNanos(due - now);
            }
            Round last =
                    new Round(List.of(), true, drained(waits), drained(beats), drained(takes), drained(tasks), true);
            last.fail(closed());
            return last;
        } finally {
            lock.unlock();
        }
    }

    private void forgetWhatNobodyWaitsFor() {
        waits.removeIf(wait -> wait.answer().isDone());
        beats.removeIf(beat -> beat.answer().isDone());
        takes.removeIf(take -> take.answer().isDone());
    }

    private long dueAt(long now, int bidders, int leaders, boolean open) {
        if (!tasks.isEmpty() || (open && emptied)) {
            return now;
        }
        long due = open && !sharing.isEmpty()
                ? quietSince + shortestCallOf(sharing).toNanos() / 3
                : Long.MAX_VALUE;
        for (Wait wait : waits) {
            due = Math.min(due, tryAtOnce.contains(wait.shared()) ? wait.from() : wait.until());
        }
        for (Beat beat : beats) {
            due = Math.min(due, beats.size() >= leaders ? beat.at() : beat.at() + GATHERING_BEATS.toNanos());
        }
        for (Take take : takes) {
            due = Math.min(due, takes.size() >= bidders ? now : take.at() + GATHERING.toNanos());
        }
        return due;
    }

    private Round collect(long now) {
        List<Wait> looking = waits.stream()
                .filter(wait -> now >= (tryAtOnce.contains(wait.shared()) ? wait.from() : wait.early()))
                .toList();
        looking.forEach(wait -> tryAtOnce.remove(wait.shared()));
        List<Beat> beating = beats.stream().filter(beat -> beat.at() <= now).toList();
        beats.removeIf(beat -> beat.at() <= now);
        quietSince = now;
        boolean left = emptied;
        emptied = false;
        return new Round(List.copyOf(sharing), left, looking, beating, takesNow(), first(tasks, MOST_TASKS), false);
    }

    private List<Take> takesNow() {
        Optional<Take> alone = takes.stream().filter(Take::alone).findFirst();
        if (alone.isPresent()) {
            takes.remove(alone.get());
            return List.of(alone.get());
        }
        return first(takes, MOST_TAKES);
    }

    private static <R> List<R> first(List<R> from, int most) {
        return drained(from.subList(0, Math.min(most, from.size())));
    }

    private static <R> List<R> drained(List<R> from) {
        List<R> all = List.copyOf(from);
        from.clear();
        return all;
    }
}
