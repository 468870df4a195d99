package dev.baton.failures;

import dev.baton.failures.driver.Call;
import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.Failure;
import dev.baton.failures.driver.LentState;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.scenario.Scenario;
import dev.baton.failures.stage.Stage;
import dev.baton.failures.stage.World;
import dev.baton.support.Stopwatch;
import java.time.Duration;
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
     * @param took how long, with beginning and end
     */
    public record Result(
            Engine engine, Trial trial, boolean reached, List<Call> calls, List<String> wrong, Duration took) {

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
        Stopwatch watch = Stopwatch.system();
        long begin = watch.elapsed();
        world.clear();
        Stage stage = new Stage(world, state, bug);
        List<String> wrong = new ArrayList<>(brokenOff(() -> play(stage)));
        wrong.addAll(stage.findings().all());
        wrong.addAll(stage.plan().endlessWaits());
        wrong.addAll(stage.plan().unrestored());
        boolean reached = call == null || stage.plan().hasStruck();
        List<Call> calls = stage.plan().calls();
        wrong.addAll(brokenOff(stage::close));
        if (!wrong.isEmpty()) {
            world.requireAnswer(); // one that was shut down, as when the machine is stopped, is no finding
        }
        Duration took = Duration.ofNanos(watch.elapsed() - begin);
        return new Result(world.engine(), this, reached, calls, List.copyOf(wrong), took);
    }

    /** A part of a trial. */
    @FunctionalInterface
    private interface Part {
        void run() throws Exception;
    }

    private static List<String> brokenOff(Part part) {
        try {
            part.run();
            return List.of();
        } catch (Exception e) {
            return List.of("it broke off: " + e);
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
