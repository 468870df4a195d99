package dev.baton.testkit.contract;

import dev.baton.testkit.EventLog;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/** Waits for conditions, with a bound that only a hang reaches. */
public final class Waits {

    public static final Duration PATIENCE = EventLog.PATIENCE;

    private Waits() {}

    public static void until(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(5))
                .until(condition);
    }
}
