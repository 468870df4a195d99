package dev.baton.jobs.claim;

import dev.baton.jobs.RetryPolicy;
import java.time.Duration;

/** A retry policy as text, in the row of a job whose policy is its own. The number of attempts has its own column. */
public final class RetryText {

    private RetryText() {}

    public static String of(RetryPolicy policy) {
        return policy.delay().toMillis() + ";" + policy.factor() + ";"
                + policy.maxDelay().toMillis() + ";" + policy.jitter();
    }

    static RetryPolicy read(int maxAttempts, String text) {
        String[] parts = text.split(";");
        return new RetryPolicy(
                maxAttempts,
                Duration.ofMillis(Long.parseLong(parts[0])),
                Double.parseDouble(parts[1]),
                Duration.ofMillis(Long.parseLong(parts[2])),
                Double.parseDouble(parts[3]));
    }
}
