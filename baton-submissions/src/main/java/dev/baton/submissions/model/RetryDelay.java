package dev.baton.submissions.model;

import java.time.Duration;

/**
 * How long after one attempt the next is due.
 *
 * @param first after the first attempt
 * @param factor what each further pause is multiplied by; 1 is a fixed delay
 * @param longest where growth ends
 * @param jitter how much of a pause is left to chance, 0 to 1
 */
public record RetryDelay(Duration first, double factor, Duration longest, double jitter) {

    /** Five seconds, always. */
    public static final RetryDelay DEFAULT = fixed(Duration.ofSeconds(5));

    public RetryDelay {
        if (first.isNegative() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException("retry_delay must not be negative and must not exceed its maximum, got "
                    + first + " and " + longest);
        }
        if (!(factor >= 1 && factor <= 100) || !(jitter >= 0 && jitter <= 1)) {
            throw new IllegalArgumentException(
                    "a back-off grows by a factor of 1 to 100 and has a jitter of 0 to 1, got " + factor + " and "
                            + jitter);
        }
    }

    public static RetryDelay fixed(Duration pause) {
        return new RetryDelay(pause, 1, pause, 0);
    }

    /** Doubling from one pause up to another, with a fifth left to chance. */
    public static RetryDelay backoff(Duration first, Duration longest) {
        return new RetryDelay(first, 2, longest, 0.2);
    }

    /**
     * The pause after an attempt.
     *
     * @param attempts how many were counted so far, that one included
     * @param dice a random number in [0, 1)
     */
    public Duration after(int attempts, double dice) {
        double grown = (double) first.toMillis() * Math.pow(factor, Math.max(0, attempts - 1));
        double capped = Math.min(grown, (double) longest.toMillis());
        return Duration.ofMillis(Math.round(capped * (1 - jitter * dice)));
    }
}
