package dev.baton.election;

import java.time.Duration;

/**
 * The outside of a step. With it a step is a pure function.
 *
 * @param now a stopwatch reading
 * @param dice a random number in [0, 1)
 * @param company when another role of this process beats next; in the past if none is known to
 */
public record Moment(long now, double dice, long company) {

    private static final double SHORTEST = 0.8;

    /** Who waits for company of its own age only stays apart from all others for ever. */
    private static final double SHORTEST_WITH_COMPANY = 0.5;

    /** Without company. */
    public Moment(long now, double dice) {
        this(now, dice, Long.MIN_VALUE);
    }

    long in(Duration delay) {
        return now + delay.toNanos();
    }

    /** When to beat after a beat that was sent then: with the company if that is in time, else when the dice say. */
    long nextBeat(long sentAt, Duration interval) {
        boolean inTime =
                company >= sentAt + share(interval, SHORTEST_WITH_COMPANY) && company <= sentAt + interval.toNanos();
        return inTime ? company : sentAt + jittered(interval).toNanos();
    }

    /** Up to a fifth less; never more, because leases and time-outs were checked against the interval itself. */
    Duration jittered(Duration interval) {
        return Duration.ofNanos(share(interval, SHORTEST + (1 - SHORTEST) * dice));
    }

    private static long share(Duration interval, double share) {
        return (long) (interval.toNanos() * share);
    }
}
