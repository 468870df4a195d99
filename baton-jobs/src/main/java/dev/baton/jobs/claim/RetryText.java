package dev.baton.jobs.claim;

import dev.baton.jobs.RetryPolicy;
import java.time.Duration;
import java.util.Optional;

/** A retry policy as text, in the row of a job whose policy is its own. The number of attempts has its own column. */
public final class RetryText {

    private RetryText() {}

    /** Factor and jitter to seven digits: the column is no longer than that. */
    public static String of(RetryPolicy policy) {
        return policy.delay().toMillis() + ";" + (float) policy.factor() + ";"
                + policy.maxDelay().toMillis() + ";" + (float) policy.jitter();
    }

    /** Empty if there is none, or if somebody has written into the row what is none. */
    static Optional<RetryPolicy> read(int maxAttempts, String text) {
        if (text == null) {
            return Optional.empty();
        }
        try {
            String[] parts = text.split(";", 4);
            return Optional.of(new RetryPolicy(
                    maxAttempts,
                    Duration.ofMillis(Long.parseLong(parts[0])),
                    Double.parseDouble(parts[1]),
                    Duration.ofMillis(Long.parseLong(parts[2])),
                    Double.parseDouble(parts[3])));
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }
}
