package dev.baton.submissions.model;

import java.time.Duration;

/**
 * How the end of an intent is told again to a webhook that did not take it.
 *
 * @param attempts how often at most
 * @param first the pause after the first failure; it doubles
 * @param longest where the pause stops growing
 * @param timeout how long one delivery may take
 */
public record WebhookRetries(int attempts, Duration first, Duration longest, Duration timeout) {

    /** Twelve times, from 1 s to 5 min apart, 10 s each. */
    public static final WebhookRetries DEFAULT =
            new WebhookRetries(12, Duration.ofSeconds(1), Duration.ofMinutes(5), Duration.ofSeconds(10));

    public WebhookRetries {
        if (attempts < 1 || first.isNegative() || longest.compareTo(first) < 0 || timeout.isNegative()) {
            throw new IllegalArgumentException("webhooks need at least 1 attempt and growing pauses, got " + attempts
                    + ", " + first + ", " + longest);
        }
    }

    /** How long to wait after so many failures. */
    public Duration pauseAfter(int tried) {
        long grown = first.toMillis() << Math.min(20, Math.max(0, tried - 1));
        return Duration.ofMillis(Math.min(grown, longest.toMillis()));
    }
}
