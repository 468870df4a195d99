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
    private final Comparison clocks =
            new Comparison(System.currentTimeMillis(), Stopwatch.system().elapsed());
    private volatile boolean closed;

    public GateWatch(Supplier<List<Elector>> electors) {
        this.electors = electors;
        thread.start();
    }

    private void watch() {
        while (!closed) {
            long pause = untilNextLook(Rhythm.ofProcess(), Stopwatch.system().elapsed());
            LockSupport.parkNanos(this, pause); // to look too early does no harm
            if (!closed) {
                look();
            }
        }
    }

    /** With the next heartbeat, if that is about the time: somebody is woken for it anyway. */
    public static long untilNextLook(Rhythm rhythm, long elapsed) {
        long beat = rhythm.next() - elapsed;
        boolean soon = beat >= LOOK.toNanos() / 2 && beat <= LONGEST.toNanos();
        return soon ? beat : LOOK.toNanos();
    }

    private void look() {
        boolean apart =
                clocks.goneApart(System.currentTimeMillis(), Stopwatch.system().elapsed());
        for (Elector elector : electors.get()) {
            if (apart) {
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

    /** The wall clock beside the stopwatch, from look to look. It has no clock of its own, so it is the same in a simulation. */
    public static final class Comparison {

        private long lastWall;
        private long lastElapsed;

        public Comparison(long wallMillis, long elapsed) {
            this.lastWall = wallMillis;
            this.lastElapsed = elapsed;
        }

        /** Whether one of them has gone further than the other since the last look: the machine may have slept. */
        public boolean goneApart(long wallMillis, long elapsed) {
            long apart = Math.abs((wallMillis - lastWall) - TimeUnit.NANOSECONDS.toMillis(elapsed - lastElapsed));
            lastWall = wallMillis;
            lastElapsed = elapsed;
            return apart > TOLERANCE.toMillis();
        }
    }
}
