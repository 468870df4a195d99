package dev.baton.failures;

import dev.baton.failures.driver.Failure;
import dev.baton.failures.driver.LentState;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.stage.JobSide;
import dev.baton.failures.stage.Stage;
import dev.baton.failures.stage.World;
import dev.baton.jobs.JobsBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random sequence of what clients, operators, workers and mishaps do, and afterwards the same questions as always. The
 * seed gives the sequence; how threads meet in it is another matter each time.
 *
 * @param steps what happens, in this order
 */
public record History(long seed, List<Step> steps) {

    private static final int LENGTH = 40;
    private static final Failure[] FAILURES = Failure.values();

    /** What can happen. */
    enum Kind {
        ENQUEUE,
        ENQUEUE_WITHIN,
        FAIL_ONCE,
        FAIL_ALWAYS,
        RUN_LONG,
        CANCEL,
        PAUSE,
        RESUME,
        START,
        LEAVE,
        KILL,
        STEP_CLOCK,
        BREAK_CALL
    }

    /** One of them. */
    record Step(Kind kind, int number) {

        void on(Stage stage) throws Exception {
            JobSide jobs = stage.jobs();
            if (!jobs.turnTo(number)) {
                jobs.startAnother();
            }
            switch (kind) {
                case ENQUEUE -> jobs.enqueue("ok:" + number);
                case ENQUEUE_WITHIN -> jobs.enqueueWithin("ok:" + number);
                case FAIL_ONCE -> jobs.enqueue("flaky:" + number);
                case FAIL_ALWAYS -> jobs.enqueue("bad:" + number);
                case RUN_LONG -> jobs.enqueue("long:" + number);
                case CANCEL -> jobs.cancelOne(number);
                case PAUSE -> jobs.pause(true);
                case RESUME -> jobs.pause(false);
                case START -> jobs.startAnother();
                case LEAVE -> jobs.leave();
                case KILL -> jobs.kill();
                case STEP_CLOCK -> stage.stepClock();
                case BREAK_CALL -> stage.plan().strikeAfter(number % 7, FAILURES[number % FAILURES.length]);
            }
        }
    }

    public static History of(long seed) {
        Random random = new Random(seed);
        List<Step> steps = new ArrayList<>();
        Kind[] kinds = Kind.values();
        for (int i = 0; i < LENGTH; i++) {
            steps.add(new Step(kinds[random.nextInt(kinds.length)], i * 1_000 + random.nextInt(1_000)));
        }
        return new History(seed, List.copyOf(steps));
    }

    /** What came of it: nothing, if all is well. */
    public List<String> run(World world, PlantedBug bug) throws Exception {
        world.clear();
        try (Stage stage = new Stage(world, LentState.AUTO_COMMIT, bug)) {
            stage.jobs().start(JobsBuilder::withoutDuties);
            for (Step step : steps) {
                step.on(stage);
            }
            stage.plan().heal();
            stage.jobs().turnTo(0);
            stage.jobs().release();
            stage.heal();
            stage.jobs().pause(false);
            stage.settle(stage.jobs()::left);
            stage.jobs().check();
            List<String> wrong = new ArrayList<>(stage.findings().all());
            wrong.addAll(stage.plan().endlessWaits());
            return wrong;
        }
    }

    /** The shortest that is still wrong, leaving out halves, quarters, and so on down to single steps. */
    public History shrunk(World world, PlantedBug bug) throws Exception {
        History shortest = this;
        for (int size = steps.size() / 2; size >= 1; size /= 2) {
            for (int from = 0; from + size <= shortest.steps.size(); ) {
                List<Step> fewer = new ArrayList<>(shortest.steps);
                fewer.subList(from, from + size).clear();
                History candidate = new History(seed, List.copyOf(fewer));
                if (candidate.run(world, bug).isEmpty()) {
                    from += size;
                } else {
                    shortest = candidate;
                }
            }
        }
        return shortest;
    }
}
