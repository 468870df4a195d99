package dev.baton.support;

/** So many per second, evenly, with a burst at the beginning. Used by one thread at a time. */
public final class TokenBucket {

    private static final double NANOS = 1e9;

    private final double perSecond;
    private final double burst;
    private double tokens;
    private long countedAt;
    private boolean counting;

    /**
     * @param perSecond how fast it fills; infinite for no limit at all
     * @param burst how much it holds, and has at first
     */
    public TokenBucket(double perSecond, double burst) {
        this.perSecond = perSecond;
        this.burst = burst;
        this.tokens = burst;
    }

    /** Whether one could be taken at this reading of the stopwatch. */
    public boolean isReady(long now) {
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

    /** Takes one; whether there is one is asked before. */
    public void take() {
        if (!Double.isInfinite(perSecond)) {
            tokens--;
        }
    }

    /** The stopwatch reading at which there will be one. */
    public long readyAt() {
        if (Double.isInfinite(perSecond) || tokens >= 1) {
            return Long.MIN_VALUE;
        }
        return countedAt + (long) ((1 - tokens) / perSecond * NANOS);
    }
}
