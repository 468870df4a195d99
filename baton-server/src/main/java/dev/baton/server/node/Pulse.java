package dev.baton.server.node;

import dev.baton.sql.Baton;
import dev.baton.sql.Leadership;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Whether the database answers, and the lease rows: asked at most a few times a second however many probes there are, and
 * never by more than one of them at a time, so that probes are answered at once also while the database is away.
 */
public final class Pulse {

    private static final Duration FRESH = Duration.ofMillis(250);

    private final Baton baton;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile Reading latest = new Reading(false, false, List.of(), System.nanoTime() - FRESH.toNanos());

    /**
     * What was found.
     *
     * @param wasReady whether the schema was ever found fit
     * @param at on the stopwatch
     */
    public record Reading(boolean wasReady, boolean databaseUp, List<Leadership.Leader> leaders, long at) {}

    public Pulse(Baton baton) {
        this.baton = baton;
    }

    /** What is known; asks first if that is old and nobody else is asking. */
    public Reading read() {
        Reading known = latest;
        if (System.nanoTime() - known.at() < FRESH.toNanos() || !asking.tryLock()) {
            return known;
        }
        try {
            latest = ask(known);
            return latest;
        } finally {
            asking.unlock();
        }
    }

    private Reading ask(Reading before) {
        try {
            List<Leadership.Leader> leaders = baton.leadership().leaders();
            return new Reading(true, true, leaders, System.nanoTime());
        } catch (SQLException | RuntimeException e) {
            return new Reading(before.wasReady(), false, before.leaders(), System.nanoTime());
        }
    }
}
