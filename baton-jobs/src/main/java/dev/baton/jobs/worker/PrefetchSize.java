package dev.baton.jobs.worker;

import dev.baton.support.Stopwatch;
import java.time.Duration;

/**
 * How far to claim ahead: as many jobs as the threads have lately finished in a few round trips. A worker whose jobs take
 * seconds claims nothing ahead; one whose jobs take microseconds always has the next ones at hand.
 */
final class PrefetchSize {

    private static final double AHEAD_SECONDS = 0.04;
    private static final double NEW_WEIGHT = 0.5;

    private final int most;
    private final Stopwatch time;
    private double ahead;
    private long lastAt;
    private long lastEnded;

    PrefetchSize(int most, Stopwatch time) {
        this.most = most;
        this.time = time;
        this.lastAt = time.elapsed();
    }

    /** How many to hold beyond the threads, after so many runs have ended. */
    int jobsAhead(long ended) {
        long now = time.elapsed();
        double seconds =
                Math.max(1, now - lastAt) / (double) Duration.ofSeconds(1).toNanos();
        if (seconds > 0.001) {
            double rate = (ended - lastEnded) / seconds;
            ahead = ahead * (1 - NEW_WEIGHT) + rate * AHEAD_SECONDS * NEW_WEIGHT;
            lastAt = now;
            lastEnded = ended;
        }
        return (int) Math.min(most, ahead);
    }
}
