package dev.baton.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.stage.World;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random histories find bugs that nobody wrote a scenario for, and the seed gives the same history again. */
@Timeout(300)
class HistoriesTest {

    @ParameterizedTest(name = "{0} by the seed {1}")
    @CsvSource({"CANCEL_FORGOTTEN_AT_THE_END, 2", "UNIQUE_KEY_LOST, 4"})
    void whatWasPutBackIsFoundByAHistoryAlone(PlantedBug bug, long seed) throws Exception {
        try (World world = World.of(Engine.H2)) {
            Histories histories = new Histories(world, bug);
            histories.run(seed, 1);
            assertThat(histories.wrong()).as("found of " + bug).containsExactly(RandomHistory.of(seed));
        }
    }

    /** Wrong with these two steps in this order: nothing else is left, whatever the sizes that were left out. */
    @ParameterizedTest(name = "steps {0} and {1}")
    @CsvSource({"0, 1", "3, 29", "19, 20", "38, 39"})
    void aHistoryIsShortenedToTheStepsThatMakeItWrong(int first, int second) throws Exception {
        RandomHistory history = RandomHistory.of(4711);
        List<HistoryStep> guilty =
                List.of(history.steps().get(first), history.steps().get(second));
        RandomHistory shortest = history.shrunk(shorter -> shorter.steps().containsAll(guilty));
        assertThat(shortest.steps()).isEqualTo(guilty);
        assertThat(shortest.seed()).isEqualTo(4711);
    }

    @Test
    void aSeedGivesTheSameHistoryAgain() {
        assertThat(RandomHistory.of(4711)).isEqualTo(RandomHistory.of(4711)).isNotEqualTo(RandomHistory.of(4712));
        assertThat(RandomHistory.of(4712).steps()).noneMatch(step -> step.kind().isMishap());
    }
}
