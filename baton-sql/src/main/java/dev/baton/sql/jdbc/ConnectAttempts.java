package dev.baton.sql.jdbc;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many attempts to connect one data source may have under way. A server that takes a connection and never answers
 * keeps each of them for good, and a driver that was told no time-out cannot be made to give one up: so there are only so
 * many at once. But when all of them hang, the address may have come to mean another server: one more is let through
 * now and then, the more seldom the more of them hang.
 */
final class ConnectAttempts {

    static final int AT_ONCE = 16;

    private static final Duration RECESS = Duration.ofSeconds(30);

    private final Semaphore usual = new Semaphore(AT_ONCE);
    private final Semaphore extra = new Semaphore(1);
    private final AtomicInteger extraUnderWay = new AtomicInteger();

    /**
     * Waits at most this long for an attempt's turn.
     *
     * @return what to run when the attempt has ended; null if it must not begin
     */
    Runnable begin(Duration atMost) throws InterruptedException {
        if (usual.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
            return usual::release;
        }
        if (!extra.tryAcquire()) {
            return null;
        }
        long recess = RECESS.multipliedBy(extraUnderWay.incrementAndGet()).toMillis();
        CompletableFuture.delayedExecutor(recess, TimeUnit.MILLISECONDS, Runnable::run)
                .execute(extra::release);
        return extraUnderWay::decrementAndGet;
    }
}
