package dev.baton;

import java.time.Duration;

/**
 * How long a candidate stays away after a refusal or an error. A candidate that waits for a session lock queues again at
 * once; this is for errors and refusals only.
 *
 * @param min shortest pause
 * @param max longest pause after a refusal
 * @param errorMax cap of the exponential growth after errors in a row
 */
public record Backoff(Duration min, Duration max, Duration errorMax) {

    /** 200 ms to 800 ms, errors up to 5 s. */
    public static final Backoff DEFAULT =
            new Backoff(Duration.ofMillis(200), Duration.ofMillis(800), Duration.ofSeconds(5));

    public Backoff {
        Timings.positive("backoff_min", min);
        Timings.positive("backoff_max", max);
        Timings.positive("error_backoff_max", errorMax);
        if (min.compareTo(max) > 0 || max.compareTo(errorMax) > 0) {
            throw new IllegalArgumentException("back-off must grow: backoff_min (" + Timings.text(min)
                    + ") <= backoff_max (" + Timings.text(max) + ") <= error_backoff_max (" + Timings.text(errorMax)
                    + ")");
        }
    }

    /** A pause after a refusal; {@code dice} is a random number in [0, 1). */
    public Duration afterRefusal(double dice) {
        return between(min, max, dice);
    }

    /** A pause after the n-th error in a row (n ≥ 1). */
    public Duration afterErrors(int n, double dice) {
        long ceiling = max.toNanos();
        for (int i = 1; i < n && ceiling < errorMax.toNanos(); i++) {
            ceiling = Math.min(errorMax.toNanos(), ceiling * 2);
        }
        return between(min, Duration.ofNanos(ceiling), dice);
    }

    private static Duration between(Duration low, Duration high, double dice) {
        return low.plusNanos((long) (high.minus(low).toNanos() * dice));
    }
}
