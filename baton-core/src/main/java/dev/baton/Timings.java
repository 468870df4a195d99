package dev.baton;

import java.time.Duration;

/** Checks shared by everything that is configured with durations. */
final class Timings {

    /** Below this a time-out says nothing about the database, only about the scheduler of this machine. */
    static final Duration SHORTEST_CALL = Duration.ofMillis(20);

    private Timings() {}

    /** What clocks of roughly the same rate may differ by within one window: a fiftieth. */
    static Duration margin(Duration window) {
        return Duration.ofNanos(window.toNanos() / 50); // with every heartbeat, and dividedBy is slow
    }

    static void positive(String name, Duration value) {
        if (value == null || value.isZero() || value.isNegative()) {
            throw new IllegalArgumentException(
                    name + " must be longer than zero, got " + (value == null ? "nothing" : text(value)));
        }
    }

    static String text(Duration value) {
        long millis = value.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
    }
}
