package dev.baton.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.stage.World;
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

    @Test
    void aSeedGivesTheSameHistoryAgain() {
        assertThat(RandomHistory.of(4711)).isEqualTo(RandomHistory.of(4711)).isNotEqualTo(RandomHistory.of(4712));
        assertThat(RandomHistory.of(4712).steps()).noneMatch(step -> step.kind().isMishap());
    }
}
