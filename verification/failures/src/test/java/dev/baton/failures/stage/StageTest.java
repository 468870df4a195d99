package dev.baton.failures.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.SetupRefusedException;
import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.LentState;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.jobs.JobsBuilder;
import java.util.concurrent.atomic.AtomicInteger;
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

    /** A role that is stood for proves its sessions when work starts, and a busy machine may be too slow for that. */
    @Test
    void whatIsRefusedIsStartedAgainButNotForEver() throws Exception {
        AtomicInteger starts = new AtomicInteger();
        try (World world = World.of(Engine.H2);
                Stage stage = new Stage(world, LentState.AUTO_COMMIT, PlantedBug.NONE)) {
            stage.untilStarted(() -> refuse(starts.incrementAndGet() < 3));
            assertThat(starts).hasValue(3);
            assertThatThrownBy(() -> stage.untilStarted(() -> refuse(true))).isInstanceOf(SetupRefusedException.class);
        }
    }

    private static void refuse(boolean busy) {
        if (busy) {
            throw new SetupRefusedException("the machine is busy, says the test");
        }
    }
}
