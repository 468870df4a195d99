package dev.baton.failures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.LentState;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.scenario.Scenario;
import dev.baton.failures.stage.World;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TrialTest {

    private static Trial of(Scenario.Step act) {
        Scenario scenario = new Scenario("made up", stage -> {}, act, stage -> {}, Duration.ZERO, true);
        return Trial.calm(scenario, LentState.AUTO_COMMIT, PlantedBug.NONE);
    }

    /** Whoever stops the machine stops the databases under its trials: nobody may read later that these were wrong. */
    @Test
    void aDatabaseThatIsGoneIsNoFinding() throws Exception {
        try (World world = World.of(Engine.H2)) {
            Trial trial = of(stage -> {
                stage.world().update("SHUTDOWN");
                stage.world().clear();
            });
            assertThatThrownBy(() -> trial.run(world)).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void whatBreaksAScenarioOffIsOne() throws Exception {
        try (World world = World.of(Engine.H2)) {
            Trial trial = of(stage -> stage.world().update("no such statement"));
            assertThat(trial.run(world).wrong()).singleElement().asString().startsWith("it broke off");
        }
    }
}
