package dev.baton.failures;

import dev.baton.failures.driver.Engine;
import java.util.Optional;

/** Who is told what came of each run, and may remember one. Called by several threads at once. */
@FunctionalInterface
public interface Hearing {

    void hear(Trial.Result result) throws Exception;

    /** What was heard of it in a run of the machine that did not come to its end. */
    default Optional<Trial.Result> before(Engine engine, Trial trial) {
        return Optional.empty();
    }
}
