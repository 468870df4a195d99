package dev.baton.chaos.faults;

import java.util.concurrent.locks.LockSupport;

/** How a run waits: its whole time, whatever wakes it meanwhile. */
public final class Waiting {

    private Waiting() {}

    public static void pause(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Waits for the end of a thread, or until interrupted. */
    public static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
