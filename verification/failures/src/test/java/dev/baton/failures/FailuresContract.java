package dev.baton.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.scenario.Scenario;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A part of all failures at all calls, another one each day; {@code ./baton failures} tries them all. */
@Timeout(600)
abstract class FailuresContract {

    private static final Logger LOG = LoggerFactory.getLogger(FailuresContract.class);
    private static final Set<String> INTENTS =
            Scenario.ofIntents().stream().map(Scenario::name).collect(Collectors.toSet());
    private static final int OCCURRENCES = 2;
    private static final int TRIALS = 50;

    protected abstract Engine engine();

    @Test
    void noFailureOfACallLosesDoublesOrHoldsUpWork() throws Exception {
        long seed = Long.getLong(
                "baton.failures.seed", LocalDate.now(ZoneOffset.UTC).toEpochDay());
        try (Machine machine = new Machine(engine(), PlantedBug.NONE, OCCURRENCES, FailuresContract::checkReturned)) {
            List<Trial> all = machine.explore(Scenario.all());
            for (Trial trial : Machine.sample(all, TRIALS, seed)) {
                machine.run(trial);
            }
            LOG.info(
                    "{}: {} (drawn from {} with -Dbaton.failures.seed={}, by default the day)",
                    engine(),
                    machine.tally(),
                    all.size(),
                    seed);
            assertThat(machine.tally().wrong()).isEmpty();
        }
    }

    /** Jobs keep a connection while they are busy, and leave it to the pool to set it right. */
    private static void checkReturned(Trial.Result result) {
        if (INTENTS.contains(result.trial().scenario().name())) {
            assertThat(result.unrestored())
                    .as("connections that went back changed")
                    .isEmpty();
        }
    }
}
