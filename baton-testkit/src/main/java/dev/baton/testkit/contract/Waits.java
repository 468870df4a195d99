package dev.baton.testkit.contract;

import dev.baton.testkit.TestPatience;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/** Waits for conditions, with a bound that only a hang reaches. */
public final class Waits {

    private Waits() {}

    public static void until(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(TestPatience.LONGEST_WAIT)
                .pollInterval(Duration.ofMillis(5))
                .until(condition);
    }
}
