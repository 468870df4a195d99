package dev.baton.submissions.executor.limits;

import dev.baton.submissions.gateway.GatewayLimits;
import dev.baton.submissions.model.Outcome;
import dev.baton.submissions.model.OutcomeStatus;
import dev.baton.support.Stopwatch;
import dev.baton.support.TokenBucket;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.Optional;
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

    /** Who found that a gateway fails has this long to find out whether it still does, before the others try too. */
    static final Duration OTHERS_TRY_FIRST = Duration.ofSeconds(1);

    private final int most;
    private final AtomicInteger inside = new AtomicInteger();
    private final TokenBucket bucket;
    private final CircuitBreaker breaker;
    private final Stopwatch time;
    private final Duration pause;
    private final Runnable freed;
    private Optional<Long> opened = Optional.empty();
    private Optional<Long> pausedUntil = Optional.empty();
    private Optional<Told> told = Optional.empty();

    /** A pause of another node: when it ends as that one says, and when that was heard here first. */
    private record Told(long ends, long heardAt) {}

    /** @param freed told when there is room again, after there was none */
    public GatewayGuard(String name, GatewayLimits limits, int concurrency, Stopwatch time, Runnable freed) {
        this.time = time;
        this.freed = freed;
        this.pause = limits.pause();
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
                        .clock(new StopwatchClock(time))
                        .build());
    }

    /** Takes a slot, a token and the breaker's permission, or nothing. */
    public synchronized boolean tryEnter(long now) {
        if (inside.get() >= most || isPausedByOthers(now) || !bucket.isReady(now) || !breaker.tryAcquirePermission()) {
            return false;
        }
        bucket.take();
        inside.incrementAndGet();
        return true;
    }

    /** Leaves without a call. */
    public void leaveUnused() {
        breaker.releasePermission();
        leave();
    }

    /** Tells the breaker how a call went; the slot stays taken until the outcome is on record. */
    public synchronized void answered(Outcome outcome, Duration took) {
        boolean wasOpen = breaker.getState() == State.OPEN;
        if (outcome.status() == OutcomeStatus.ABORTED) {
            breaker.releasePermission();
        } else if (outcome.status() == OutcomeStatus.ERROR) {
            breaker.onError(took.toNanos(), TimeUnit.NANOSECONDS, new IllegalStateException(outcome.error()));
        } else {
            breaker.onSuccess(took.toNanos(), TimeUnit.NANOSECONDS);
        }
        if (!wasOpen && breaker.getState() == State.OPEN) {
            opened = Optional.of(time.elapsed());
        }
    }

    /** For how long others are not to call the gateway either, if its calls from here have just failed; said once. */
    synchronized Optional<Duration> takeNewPause() {
        Optional<Duration> left = opened.map(at -> pause.minusNanos(time.elapsed() - at))
                .filter(some -> !some.isNegative() && !some.isZero());
        opened = Optional.empty();
        return left;
    }

    /**
     * Another node has found that calls of this gateway fail, or still says so. When that is over there are trial calls here too,
     * as after a pause of its own, but a little later: by then the other may have found that it still fails. One pause is heeded
     * for no longer than one from here would last: the database's clock may have gone back since it was told, or somebody
     * wrote it by hand.
     *
     * @return whether this is new
     */
    synchronized boolean pausedByOthers(Duration left) {
        long now = time.elapsed();
        long asTold = after(now, left);
        long ends = Math.min(asTold, heardFirst(now, asTold) + pause.toNanos());
        if (ends < now) {
            return false;
        }
        boolean isNew = !isPausedByOthers(now);
        pausedUntil = Optional.of(ends + OTHERS_TRY_FIRST.toNanos());
        if (breaker.getState() == State.CLOSED) {
            breaker.transitionToOpenState(); // there is no way to trial calls but this
            breaker.transitionToHalfOpenState();
        }
        return isNew;
    }

    /** What is told may be in the year 9999, and nanoseconds have an end. */
    private static long after(long now, Duration left) {
        long nanos = TimeUnit.NANOSECONDS.convert(left);
        return nanos > 0 && (nanos == Long.MAX_VALUE || now + nanos < now) ? Long.MAX_VALUE : now + nanos;
    }

    /** When the pause with this end was heard of first: answers of the database to the same question differ by a moment. */
    private long heardFirst(long now, long ends) {
        long moment = Math.min(pause.toNanos() / 4, OTHERS_TRY_FIRST.toNanos());
        if (told.filter(one -> Math.abs(one.ends() - ends) <= moment).isEmpty()) {
            told = Optional.of(new Told(ends, now));
        }
        return told.get().heardAt();
    }

    /** No other node says so, or not any more. */
    synchronized void pausedByNobodyElse() {
        long soon = time.elapsed() + OTHERS_TRY_FIRST.toNanos();
        pausedUntil = pausedUntil.map(until -> Math.min(until, soon));
        told = Optional.empty();
    }

    private boolean isPausedByOthers(long now) {
        return pausedUntil.filter(until -> now < until).isPresent();
    }

    public void leave() {
        if (inside.getAndDecrement() == most) {
            freed.run();
        }
    }

    /** When it is worth to ask again; whoever frees the last place says so. */
    public synchronized long askAgainAt(long now) {
        if (inside.get() >= most) {
            return Long.MAX_VALUE;
        }
        return Math.max(bucket.readyAt(), now + LOOK_AGAIN);
    }
}
