package dev.baton.interleavings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;

/**
 * What Lincheck says of a scenario: that all is well, or an order of steps in which it is not. Now and then it says
 * neither (3.7: an invocation took ten seconds on a busy machine; an index out of bounds while it writes down what it
 * found; "a bug in Lincheck"). That is no verdict, and it is asked again.
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
                if (showsAnOrder(found)) {
                    return Optional.of(found);
                }
                failed = found;
            } catch (RuntimeException | Error own) {
                failed = own;
            }
        }
        throw new IllegalStateException("Lincheck came to no verdict in " + TRIES + " tries", failed);
    }

    private static boolean showsAnOrder(LincheckAssertionError found) {
        String message = found.getMessage();
        return message.contains("The following interleaving leads to the error")
                && !message.contains("bug in Lincheck");
    }
}
