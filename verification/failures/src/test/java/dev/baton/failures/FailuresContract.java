package dev.baton.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.Failure;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.scenario.Scenario;
import dev.baton.failures.stage.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every scenario, and some of all failures at all its calls: others in each build, drawn by a seed that the build tells.
 * {@code -Dbaton.failures.seed} draws the same again; {@code ./baton failures} tries them all.
 */
@Timeout(900)
abstract class FailuresContract {

    private static final Logger LOG = LoggerFactory.getLogger(FailuresContract.class);
    private static final int OCCURRENCES = 2;
    private static final int FAILURES_OF_EACH = 1;

    protected abstract Engine engine();

    @Test
    void noFailureOfACallLosesDoublesOrHoldsUpWork() throws Exception {
        Draw draw = Draw.ofThisBuild(engine());
        List<Trial.Result> results = new ArrayList<>();
        try (Machine machine = new Machine(engine(), PlantedBug.NONE, OCCURRENCES, results::add)) {
            Sampling sampling = new Sampling(machine, draw);
            sampling.round(FAILURES_OF_EACH, () -> true);
            sampling.fillUp();
            String drawn = "drawn with -D" + Draw.PROPERTY + "=" + draw.seed();
            LOG.info("{}: {} ({})", engine(), machine.tally(), drawn);
            assertThat(machine.tally().wrong()).as(drawn).isEmpty();
            assertThat(machine.tally().struck()).as("ways to fail").containsExactlyInAnyOrder(Failure.values());
        }
        assertThat(scenarios(results, result -> !result.calls().isEmpty()))
                .as("called the database")
                .isEqualTo(names(Scenario.all()));
        assertThat(scenarios(results, result -> result.trial().failure() != null))
                .as("tried with a failure")
                .isEqualTo(names(Scenario.all().stream()
                        .filter(scenario -> !scenario.calm())
                        .toList()));
    }

    private static Set<String> scenarios(List<Trial.Result> results, Predicate<Trial.Result> which) {
        return names(results.stream()
                .filter(which)
                .map(result -> result.trial().scenario())
                .toList());
    }

    private static Set<String> names(List<Scenario> scenarios) {
        return scenarios.stream().map(Scenario::name).collect(Collectors.toSet());
    }

    /** Without mishaps, of which nobody knows what they meet: {@code ./baton failures histories} has them as well. */
    @Test
    void whateverClientsAskInWhateverOrderNothingIsLostDoubledOrStuck() throws Exception {
        long even = 2 * Draw.seedOfThisBuild();
        try (World world = World.of(engine())) {
            Histories histories = new Histories(world, PlantedBug.NONE);
            histories.run(even, 1);
            LOG.info("{}: {}, by the seed {}", engine(), histories, even);
            assertThat(histories.wrong()).as("by the seed " + even).isEmpty();
        }
    }
}
