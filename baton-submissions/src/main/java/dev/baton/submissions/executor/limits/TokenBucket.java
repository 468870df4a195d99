package dev.baton.submissions.executor.limits;

import java.util.OptionalDouble;

/** So many per second, evenly, with a tenth of a second's worth at once. Used by one thread. */
final class TokenBucket {

    private static final double BURST_SECONDS = 0.1;
    private static final double NANOS = 1e9;

    private final double perSecond;
    private final double burst;
    private double tokens;
    private long countedAt;
    private boolean counting;

    TokenBucket(OptionalDouble perSecond) {
        this.perSecond = perSecond.orElse(Double.POSITIVE_INFINITY);
        this.burst = Math.max(1, this.perSecond * BURST_SECONDS);
        this.tokens = burst;
    }

    boolean isReady(long now) {
        if (Double.isInfinite(perSecond)) {
            return true;
        }
        if (counting) {
            tokens = Math.min(burst, tokens + (now - countedAt) * perSecond / NANOS);
        }
        counting = true;
        countedAt = now;
        return tokens >= 1;
    }

    void take() {
        if (!Double.isInfinite(perSecond)) {
            tokens--;
        }
    }

    /** The stopwatch reading at which there will be one. */
    long readyAt() {
        if (Double.isInfinite(perSecond) || tokens >= 1) {
            return Long.MIN_VALUE;
        }
        return countedAt + (long) ((1 - tokens) / perSecond * NANOS);
    }
}
