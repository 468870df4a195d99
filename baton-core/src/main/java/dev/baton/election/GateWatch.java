package dev.baton.election;

import dev.baton.support.Stopwatch;
import dev.baton.support.Threads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Looks at the gates now and then: tells of those that have shut by themselves, and shuts all when the machine seems to
 * have slept. A stopwatch stands still while a machine is suspended, a wall clock does not: when they drift apart within
 * one look, nothing that was trusted before is trusted now. A step of the wall clock looks the same and costs one
 * heartbeat.
 */
public final class GateWatch implements AutoCloseable {

    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration LONGEST = Duration.ofMillis(250);
    private static final Duration TOLERANCE = Duration.ofMillis(250);

    private final Supplier<List<Elector>> electors;
    private final Thread thread = Threads.daemon("baton-gate-watch", this::watch);
    private volatile boolean closed;
    private long lastWall = System.currentTimeMillis();
    private long lastElapsed = Stopwatch.system().elapsed();

    public GateWatch(Supplier<List<Elector>> electors) {
        this.electors = electors;
        thread.start();
    }

    private void watch() {
        while (!closed) {
            LockSupport.parkNanos(this, untilNextLook()); // to look too early does no harm
            if (!closed) {
                look();
            }
        }
    }

    /** With the next heartbeat, if that is about the time: somebody is woken for it anyway. */
    private static long untilNextLook() {
        long beat = Rhythm.ofProcess().next() - Stopwatch.system().elapsed();
        boolean soon = beat >= LOOK.toNanos() / 2 && beat <= LONGEST.toNanos();
        return soon ? beat : LOOK.toNanos();
    }

    private void look() {
        long wall = System.currentTimeMillis();
        long elapsed = Stopwatch.system().elapsed();
        long apart = Math.abs((wall - lastWall) - TimeUnit.NANOSECONDS.toMillis(elapsed - lastElapsed));
        lastWall = wall;
        lastElapsed = elapsed;
        for (Elector elector : electors.get()) {
            if (apart > TOLERANCE.toMillis()) {
                elector.timeJumped();
            } else {
                elector.observeGate();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
