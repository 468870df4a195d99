package dev.baton.election;

import java.time.Duration;

/**
 * The outside of a step: a stopwatch reading and a random number in [0, 1). With them a step is a pure function.
 */
public record Moment(long now, double dice) {

    long in(Duration delay) {
        return now + delay.toNanos();
    }

    /** Up to a fifth less; never more, because leases and time-outs were checked against the interval itself. */
    Duration jittered(Duration interval) {
        return Duration.ofNanos((long) (interval.toNanos() * (0.8 + 0.2 * dice)));
    }
}
