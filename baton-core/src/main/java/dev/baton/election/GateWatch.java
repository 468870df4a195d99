package dev.baton.election;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Looks at the gates now and then: tells of those that have shut by themselves, and shuts all when the machine seems to
 * have slept. A stopwatch stands still while a machine is suspended, a wall clock does not: when they drift apart within
 * one look, nothing that was trusted before is trusted now. A step of the wall clock looks the same and costs one
 * heartbeat.
 */
public final class GateWatch implements AutoCloseable {

    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration TOLERANCE = Duration.ofMillis(250);

    private final Supplier<List<Elector>> electors;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(task -> Threads.daemon("baton-gate-watch", task));
    private long lastWall = System.currentTimeMillis();
    private long lastElapsed = Stopwatch.system().elapsed();

    public GateWatch(Supplier<List<Elector>> electors) {
        this.electors = electors;
        @SuppressWarnings("unused") // it ends with the executor
        var unused = thread.scheduleWithFixedDelay(this::look, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
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
        thread.shutdownNow();
    }
}
