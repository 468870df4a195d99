package dev.baton.failures.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.LentState;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.jobs.JobsBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class StageTest {

    /** A run that cancels its own job is interrupted while it waits for the answer: that is no finding. */
    @Test
    void aCallerWhoseJobIsCancelledStopsWaitingForALostAnswer() throws Exception {
        try (World world = World.of(Engine.H2);
                Stage stage = new Stage(world, LentState.AUTO_COMMIT, PlantedBug.NONE)) {
            stage.jobs().start(JobsBuilder::withoutDuties);
            stage.jobs().enqueueLater("ok:1");
            Thread.currentThread().interrupt();
            stage.meanwhile();
            assertThat(Thread.interrupted()).as("still told to stop").isTrue();
            assertThat(stage.findings().all()).isEmpty();
        }
    }
}
