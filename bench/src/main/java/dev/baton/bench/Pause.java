package dev.baton.bench;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** The one place where a benchmark waits. */
public final class Pause {

    private static final Duration LOOK = Duration.ofMillis(5);

    private Pause() {}

    public static void of(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }

    /** Waits for a condition to come true. */
    public static void until(String what, Duration atMost, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + atMost.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("waited " + atMost.toSeconds() + " s in vain for " + what);
            }
            of(LOOK);
        }
    }
}
