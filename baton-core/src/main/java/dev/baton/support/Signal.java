package dev.baton.support;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes one thread; a signal that comes before the wait is not lost, many at once are one. */
public final class Signal {

    private final Semaphore permits = new Semaphore(0);

    public void giveSignal() {
        if (permits.availablePermits() == 0) {
            permits.release();
        }
    }

    /** Waits until it is given, or for so long; true if it was given. */
    public boolean await(long nanos) throws InterruptedException {
        boolean given = permits.tryAcquire(nanos, TimeUnit.NANOSECONDS);
        if (given) {
            permits.drainPermits();
        }
        return given;
    }
}
