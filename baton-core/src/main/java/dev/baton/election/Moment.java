package dev.baton.election;

import java.time.Duration;

/**
 * The outside of a step. With it a step is a pure function.
 *
 * @param now a stopwatch reading
 * @param dice a random number in [0, 1)
 * @param othersBeat when another role of this process sends its next heartbeat; in the past if none is known to
 */
public record Moment(long now, double dice, long othersBeat) {

    private static final double SHORTEST = 0.8;

    /**
     * To join another role a heartbeat may come this much earlier. If it could only as early as jitter allows, two roles
     * whose beats lie further apart than that would never come together.
     */
    private static final double SHORTEST_WITH_OTHERS = 0.5;

    /** No other role is known to beat. */
    public Moment(long now, double dice) {
        this(now, dice, Long.MIN_VALUE);
    }

    long in(Duration delay) {
        return now + delay.toNanos();
    }

    /** When to beat after a beat that was sent then: together with the other role if that is in time, else when the dice say. */
    long nextBeat(long sentAt, Duration interval) {
        boolean inTime = othersBeat >= sentAt + share(interval, SHORTEST_WITH_OTHERS)
                && othersBeat <= sentAt + interval.toNanos();
        return inTime ? othersBeat : sentAt + jittered(interval).toNanos();
    }

    /** Up to a fifth less; never more, because leases and time-outs were checked against the interval itself. */
    Duration jittered(Duration interval) {
        return Duration.ofNanos(share(interval, SHORTEST + (1 - SHORTEST) * dice));
    }

    private static long share(Duration interval, double share) {
        return (long) (interval.toNanos() * share);
    }
}
