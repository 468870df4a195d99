package dev.baton.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.Failure;
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
    private static final String CLOSED_ON_H2 = "[90007-";
    private static final int OCCURRENCES = 2;
    private static final int TRIALS = 30;

    protected abstract Engine engine();

    @Test
    void noFailureOfACallLosesDoublesOrHoldsUpWork() throws Exception {
        long seed = Long.getLong(
                "baton.failures.seed", LocalDate.now(ZoneOffset.UTC).toEpochDay());
        try (Machine machine = new Machine(engine(), PlantedBug.NONE, OCCURRENCES, FailuresContract::checkReturned)) {
            List<Trial> all = machine.explore(scenarios(seed)).stream()
                    .filter(trial -> !isKnown(trial))
                    .toList();
            for (Trial trial : Machine.sample(all, TRIALS, seed)) {
                machine.run(trial);
            }
            LOG.info(
                    "{}: {} (drawn from {} with -Dbaton.failures.seed={}, by default the day)",
                    engine(),
                    machine.tally(),
                    all.size(),
                    seed);
            assertThat(machine.tally().wrong())
                    .filteredOn(result -> !result.toString().contains(CLOSED_ON_H2))
                    .isEmpty();
        }
    }

    /** A third of them on each database, so that each of them is tried somewhere every day. */
    private List<Scenario> scenarios(long seed) {
        List<Scenario> all = Scenario.all();
        long day = seed + engine().ordinal();
        return all.stream()
                .filter(scenario -> Math.floorMod(all.indexOf(scenario) + day, 3L) == 0)
                .toList();
    }

    /** H2 says 90007 of a closed connection: jobs take that for bad data, a start for a bad set-up. */
    private boolean isKnown(Trial trial) {
        return engine() == Engine.H2 && trial.failure() == Failure.CLOSED;
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
