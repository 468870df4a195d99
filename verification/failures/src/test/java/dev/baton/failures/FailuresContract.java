package dev.baton.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.scenario.Scenario;
import dev.baton.failures.stage.World;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A part of all failures at all calls, another one each day; {@code ./baton failures} tries them all. */
@Timeout(600)
abstract class FailuresContract {

    private static final Logger LOG = LoggerFactory.getLogger(FailuresContract.class);
    private static final int OCCURRENCES = 2;
    private static final int TRIALS = 30;

    protected abstract Engine engine();

    @Test
    void noFailureOfACallLosesDoublesOrHoldsUpWork() throws Exception {
        long seed = Long.getLong("baton.failures.seed", 1);
        try (Machine machine = new Machine(engine(), PlantedBug.NONE, OCCURRENCES, FailuresContract::checkReturned)) {
            List<Trial> all = machine.explore(scenarios(seed));
            for (Trial trial : Machine.sample(all, TRIALS, seed)) {
                machine.run(trial);
            }
            LOG.info(
                    "{}: {} (drawn from {} with -Dbaton.failures.seed={})",
                    engine(),
                    machine.tally(),
                    all.size(),
                    seed);
            assertThat(machine.tally().wrong()).isEmpty();
        }
    }

    /** Without mishaps, of which nobody knows what they meet: {@code ./baton failures histories} has them as well. */
    @Test
    void whateverClientsAskInWhateverOrderNothingIsLostDoubledOrStuck() throws Exception {
        try (World world = World.of(engine())) {
            Histories histories = new Histories(world, PlantedBug.NONE);
            histories.run(2, 1);
            LOG.info("{}: {}", engine(), histories);
            assertThat(histories.wrong()).isEmpty();
        }
    }

    /** A third of them on each database, so that each of them is tried somewhere. */
    private List<Scenario> scenarios(long seed) {
        List<Scenario> all = Scenario.all();
        long part = seed + List.of(Engine.values()).indexOf(engine());
        return all.stream()
                .filter(scenario -> Math.floorMod(all.indexOf(scenario) + part, 3L) == 0)
                .toList();
    }

    private static void checkReturned(Trial.Result result) {
        assertThat(result.unrestored()).as("connections that went back changed").isEmpty();
    }
}
