package dev.baton.submissions.executor.limits;

import dev.baton.submissions.gateway.GatewayLimits;
import dev.baton.submissions.model.Outcome;
import dev.baton.submissions.model.OutcomeStatus;
import dev.baton.support.TokenBucket;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What stands before one gateway: call slots of its own, so that a slow one does not take those of the others, a rate, and
 * a circuit breaker. An intent that is not let in stays in the schedule: nothing is started and no attempt is used up.
 */
public final class GatewayGuard {

    /** How much of a second may come at once. */
    private static final double BURST_SECONDS = 0.1;

    private static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(50);

    private final int most;
    private final AtomicInteger inside = new AtomicInteger();
    private final TokenBucket bucket;
    private final CircuitBreaker breaker;

    public GatewayGuard(String name, GatewayLimits limits, int concurrency, Clock clock) {
        this.most = limits.concurrency().orElse(concurrency);
        double perSecond = limits.perSecond().orElse(Double.POSITIVE_INFINITY);
        this.bucket = new TokenBucket(perSecond, Math.max(1, perSecond * BURST_SECONDS));
        this.breaker = CircuitBreaker.of(
                name,
                CircuitBreakerConfig.custom()
                        .failureRateThreshold(limits.failureRate())
                        .slidingWindowSize(limits.window())
                        .minimumNumberOfCalls(limits.window())
                        .permittedNumberOfCallsInHalfOpenState(Math.max(1, limits.window() / 4))
                        .waitDurationInOpenState(limits.pause())
                        .clock(clock)
                        .build());
    }

    /** Takes a slot, a token and the breaker's permission, or nothing. */
    public synchronized boolean tryEnter(long now) {
        if (inside.get() >= most || !bucket.isReady(now) || !breaker.tryAcquirePermission()) {
            return false;
        }
        bucket.take();
        inside.incrementAndGet();
        return true;
    }

    /** Leaves without a call. */
    public void leaveUnused() {
        breaker.releasePermission();
        inside.decrementAndGet();
    }

    /** Tells the breaker how a call went; the slot stays taken until the outcome is on record. */
    public void answered(Outcome outcome, Duration took) {
        if (outcome.status() == OutcomeStatus.ABORTED) {
            breaker.releasePermission();
        } else if (outcome.status() == OutcomeStatus.ERROR) {
            breaker.onError(took.toNanos(), TimeUnit.NANOSECONDS, new IllegalStateException(outcome.error()));
        } else {
            breaker.onSuccess(took.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    public void leave() {
        inside.decrementAndGet();
    }

    /** When it is worth to ask again; a slot that is freed says so itself. */
    public synchronized long askAgainAt(long now) {
        if (inside.get() >= most) {
            return Long.MAX_VALUE;
        }
        return Math.max(bucket.readyAt(), now + LOOK_AGAIN);
    }
}
