package dev.baton.interleavings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;

/**
 * What Lincheck says of a scenario. Now and then it fails itself while it writes down what it has found (3.7: an index out
 * of bounds, "a bug in Lincheck"): that says nothing of the scenario, and it is asked again.
 */
public final class Interleavings {

    private static final int INVOCATIONS = 2_000;
    private static final int TRIES = 3;

    private Interleavings() {}

    /** Whatever the order, the scenario's checks hold and its threads come to an end. */
    public static void allHold(Runnable scenario) {
        violation(scenario).ifPresent(found -> {
            throw found;
        });
    }

    /** There is an order in which a check fails, or in which threads wait for ever. */
    public static void oneIsFound(Runnable broken) {
        assertThat(violation(broken)).as("what Lincheck found").isPresent();
    }

    private static Optional<LincheckAssertionError> violation(Runnable scenario) {
        Throwable failed = null;
        for (int i = 0; i < TRIES; i++) {
            try {
                Lincheck.runConcurrentTest(INVOCATIONS, scenario);
                return Optional.empty();
            } catch (LincheckAssertionError found) {
                if (!found.getMessage().contains("bug in Lincheck")) {
                    return Optional.of(found);
                }
                failed = found;
            } catch (RuntimeException | Error own) {
                failed = own;
            }
        }
        throw new IllegalStateException("Lincheck failed " + TRIES + " times", failed);
    }
}
