package dev.baton.election;

import dev.baton.support.Stopwatch;
import dev.baton.support.Threads;
import java.time.Duration;
import java.util.Collection;
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
    private final Looks looks =
            new Looks(System.currentTimeMillis(), Stopwatch.system().elapsed());
    private volatile boolean closed;

    public GateWatch(Supplier<List<Elector>> electors) {
        this.electors = electors;
        thread.start();
    }

    private void watch() {
        while (!closed) {
            long pause = Looks.untilNext(
                    HeartbeatAlignment.ofProcess(), Stopwatch.system().elapsed());
            LockSupport.parkNanos(this, pause); // to look too early does no harm
            if (!closed) {
                look();
            }
        }
    }

    private void look() {
        List<ElectionDriver> elections =
                electors.get().stream().map(Elector::driver).toList();
        looks.lookAt(elections, System.currentTimeMillis(), Stopwatch.system().elapsed());
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    /** One look after the other: the whole rule of the watch, without a thread and a clock, so it is the same in a simulation. */
    public static final class Looks {

        private long lastWall;
        private long lastElapsed;

        public Looks(long wallMillis, long elapsed) {
            this.lastWall = wallMillis;
            this.lastElapsed = elapsed;
        }

        /** With the next heartbeat, if that is about the time: somebody is woken for it anyway. */
        public static long untilNext(HeartbeatAlignment alignment, long elapsed) {
            long beat = alignment.next() - elapsed;
            boolean soon = beat >= LOOK.toNanos() / 2 && beat <= LONGEST.toNanos();
            return soon ? beat : LOOK.toNanos();
        }

        /**
         * Tells these elections what follows from the time that has passed since the last look.
         *
         * @return whether wall clock and stopwatch have drifted apart: the machine may have slept
         */
        public boolean lookAt(Collection<ElectionDriver> elections, long wallMillis, long elapsed) {
            boolean apart = haveDriftedApart(wallMillis, elapsed);
            elections.forEach(apart ? ElectionDriver::timeJumped : ElectionDriver::observeGate);
            return apart;
        }

        private boolean haveDriftedApart(long wallMillis, long elapsed) {
            long apart = Math.abs((wallMillis - lastWall) - TimeUnit.NANOSECONDS.toMillis(elapsed - lastElapsed));
            lastWall = wallMillis;
            lastElapsed = elapsed;
            return apart > TOLERANCE.toMillis();
        }
    }
}
