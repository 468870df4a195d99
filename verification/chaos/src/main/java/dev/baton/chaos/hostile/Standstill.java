package dev.baton.chaos.hostile;

import java.util.concurrent.locks.LockSupport;

/** How long this machine, or at least this process, stood still: whoever leads then loses its lease, storm or not. */
public final class Standstill implements AutoCloseable {

    private static final long LOOK_NANOS = 20_000_000;

    private final Thread thread = new Thread(this::watch, "standstill");
    private volatile long longest;
    private volatile boolean stopped;

    public Standstill() {
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        long before = System.nanoTime();
        while (!stopped) {
            LockSupport.parkNanos(LOOK_NANOS);
            long now = System.nanoTime();
            longest = Math.max(longest, now - before - LOOK_NANOS);
            before = now;
        }
    }

    public long longestMillis() {
        return longest / 1_000_000;
    }

    @Override
    public void close() {
        stopped = true;
    }
}
