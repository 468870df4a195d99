package dev.baton.jobs;

import dev.baton.jobs.check.InputChecks;
import java.time.Duration;

/**
 * How often a one-off job is tried, and how long it waits in between.
 *
 * @param maxAttempts after this many failed runs it is a dead letter
 * @param delay the pause after the first failure
 * @param factor what each further pause grows by; 1 for a fixed one
 * @param maxDelay no pause is longer
 * @param jitter by which part of itself a pause may be shortened, so that jobs that failed together do not come back
 *     together
 */
public record RetryPolicy(int maxAttempts, Duration delay, double factor, Duration maxDelay, double jitter) {

    /** Ten attempts, from one second doubling to at most an hour. */
    public static final RetryPolicy DEFAULT = exponential(10, Duration.ofSeconds(1), Duration.ofHours(1));

    public RetryPolicy {
        InputChecks.atLeastOne("max attempts", maxAttempts);
        InputChecks.positiveTime("retry delay", delay);
        InputChecks.positiveTime("longest retry delay", maxDelay);
        if (!(factor >= 1) || factor > 100) {
            throw new IllegalArgumentException("the factor of retry delays must be between 1 and 100, got " + factor);
        }
        if (!(jitter >= 0) || jitter > 1) {
            throw new IllegalArgumentException("the jitter of retry delays must be between 0 and 1, got " + jitter);
        }
    }

    public static RetryPolicy exponential(int maxAttempts, Duration delay, Duration maxDelay) {
        return new RetryPolicy(maxAttempts, delay, 2, maxDelay, 0.2);
    }

    public static RetryPolicy fixed(int maxAttempts, Duration delay) {
        return new RetryPolicy(maxAttempts, delay, 1, delay, 0);
    }

    /** One attempt. */
    public static RetryPolicy never() {
        return fixed(1, Duration.ofSeconds(1));
    }

    /** The pause after the n-th failure; {@code dice} is a random number in [0, 1). */
    public Duration pauseAfter(int failures, double dice) {
        double grown = (double) delay.toMillis() * Math.pow(factor, Math.max(0, failures - 1));
        double capped = Math.min(grown, (double) maxDelay.toMillis());
        return Duration.ofMillis(Math.max(1, (long) (capped * (1 - jitter * dice))));
    }

    /** The same pauses, with another number of attempts. */
    public RetryPolicy withMaxAttempts(int attempts) {
        return new RetryPolicy(attempts, delay, factor, maxDelay, jitter);
    }
}
