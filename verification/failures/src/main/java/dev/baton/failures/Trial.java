package dev.baton.failures;

import dev.baton.failures.driver.Call;
import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.Failure;
import dev.baton.failures.driver.LentState;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.scenario.Scenario;
import dev.baton.failures.stage.Stage;
import dev.baton.failures.stage.World;
import java.util.ArrayList;
import java.util.List;

/** One scenario with one failure at one call, or with none. */
public record Trial(Scenario scenario, LentState state, PlantedBug bug, Call call, Failure failure) {

    /**
     * What came of it.
     *
     * @param reached whether the call that was to fail was made at all
     * @param calls all that were made
     * @param wrong what should not be
     */
    public record Result(Engine engine, Trial trial, boolean reached, List<Call> calls, List<String> wrong) {

        @Override
        public String toString() {
            return engine + " | " + trial + " | " + wrong;
        }
    }

    /** Nothing fails. */
    static Trial calm(Scenario scenario, LentState state, PlantedBug bug) {
        return new Trial(scenario, state, bug, null, null);
    }

    Trial failing(Call fatal, Failure how) {
        return new Trial(scenario, state, bug, fatal, how);
    }

    /** The same with nothing planted. */
    Trial without() {
        return new Trial(scenario, state, PlantedBug.NONE, call, failure);
    }

    Result run(World world) throws Exception {
        world.clear();
        try (Stage stage = new Stage(world, state, bug)) {
            try {
                play(stage);
            } catch (Exception e) {
                stage.findings().add("it broke off: " + e);
            }
            List<String> wrong = new ArrayList<>(stage.findings().all());
            wrong.addAll(stage.plan().endlessWaits());
            wrong.addAll(stage.plan().unrestored());
            boolean reached = call == null || stage.plan().hasStruck();
            return new Result(world.engine(), this, reached, stage.plan().calls(), List.copyOf(wrong));
        }
    }

    private void play(Stage stage) throws Exception {
        stage.within(scenario.bound());
        scenario.prepare().on(stage);
        if (call == null) {
            stage.plan().begin();
        } else {
            stage.plan().begin(call, failure);
        }
        scenario.act().on(stage);
        scenario.finish().on(stage);
    }

    @Override
    public String toString() {
        String pool = state == LentState.AUTO_COMMIT ? "" : " on a pool of " + state;
        return scenario.name() + pool + (call == null ? "" : " | " + call + " | " + failure);
    }
}
