package dev.baton.submissions.executor;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes one thread; a signal that comes before the wait is not lost, many at once are one. */
final class Signal {

    private final Semaphore permits = new Semaphore(0);

    void give() {
        if (permits.availablePermits() == 0) {
            permits.release();
        }
    }

    void await(long nanos) throws InterruptedException {
        if (nanos > 0 && permits.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
            permits.drainPermits();
        }
    }
}
