package dev.baton.server.node;

import dev.baton.sql.Baton;
import dev.baton.sql.Leadership;
import dev.baton.support.Threads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Whether the database answers, and the lease rows: asked at most a few times a second however many probes there are, and
 * by one thread at a time. A probe waits a moment for the answer and no longer: without one the database counts as away.
 */
public final class DatabaseProbe {

    private static final Duration FRESH = Duration.ofMillis(250);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
    private static final Executor THREADS =
            task -> Threads.daemon("baton-database-probe", task).start();

    private final Baton baton;
    private volatile boolean ready;
    private Reading latest = new Reading(false, false, List.of(), System.nanoTime() - FRESH.toNanos());
    private CompletableFuture<Reading> asking = CompletableFuture.completedFuture(latest);

    /**
     * What was found.
     *
     * @param wasReady whether the schema was ever found fit
     * @param at on the stopwatch
     */
    public record Reading(boolean wasReady, boolean databaseUp, List<Leadership.Leader> leaders, long at) {}

    public DatabaseProbe(Baton baton) {
        this.baton = baton;
    }

    /** What is known, asked for again if that is old. */
    public Reading latestReading() throws InterruptedException {
        synchronized (this) {
            if (System.nanoTime() - latest.at() < FRESH.toNanos()) {
                return latest;
            }
        }
        return nextReading();
    }

    /** The answer that comes next: to a question that may be under way, so that the one after it is surely new. */
    public Reading nextReading() throws InterruptedException {
        CompletableFuture<Reading> answer;
        Reading known;
        synchronized (this) {
            known = latest;
            if (asking.isDone()) {
                asking = CompletableFuture.supplyAsync(() -> keep(ask(known)), THREADS);
            }
            answer = asking;
        }
        try {
            return answer.get(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            return away(known);
        }
    }

    private synchronized Reading keep(Reading found) {
        latest = found;
        return found;
    }

    private Reading away(Reading before) {
        return new Reading(ready, false, before.leaders(), System.nanoTime());
    }

    private Reading ask(Reading before) {
        try {
            baton.database().ready();
            ready = true;
            return new Reading(true, true, baton.leadership().leaders(), System.nanoTime());
        } catch (SQLException | RuntimeException e) {
            return away(before);
        }
    }
}
