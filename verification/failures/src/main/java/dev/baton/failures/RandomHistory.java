package dev.baton.failures;

import dev.baton.failures.driver.Failure;
import dev.baton.failures.driver.LentState;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.stage.Stage;
import dev.baton.failures.stage.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random sequence of what clients, operators, instances and mishaps do, and afterwards the questions that a
 * {@link dev.baton.failures.scenario.Scenario} is asked as well. The seed gives the sequence; how threads meet in it is
 * another matter each time.
 *
 * @param steps what happens, in this order
 */
public record RandomHistory(long seed, List<HistoryStep> steps) {

    private static final int LENGTH = 40;

    /** Cleaning up, which is done every minute, takes longest of all. */
    private static final Duration BOUND = Duration.ofSeconds(70);

    /** Every other one without mishaps: then nothing excuses anything. */
    public static RandomHistory of(long seed) {
        Random random = new Random(seed);
        List<HistoryStep.Kind> kinds = new ArrayList<>(List.of(HistoryStep.Kind.values()));
        if (seed % 2 == 0) {
            kinds.removeIf(HistoryStep.Kind::isMishap);
        }
        List<HistoryStep> steps = new ArrayList<>();
        for (int i = 0; i < LENGTH; i++) {
            HistoryStep.Kind kind = kinds.get(random.nextInt(kinds.size()));
            Failure failure = HistoryStep.FAILURES.get(random.nextInt(HistoryStep.FAILURES.size()));
            steps.add(new HistoryStep(kind, i * 1_000 + random.nextInt(1_000), failure));
        }
        return new RandomHistory(seed, List.copyOf(steps));
    }

    /** What came of it: nothing, if all is well. */
    public List<String> run(World world, PlantedBug bug) throws Exception {
        world.clear();
        try (Stage stage = new Stage(world, LentState.AUTO_COMMIT, bug);
                Clients clients = new Clients()) {
            try {
                play(stage, clients);
            } catch (Exception e) {
                stage.findings().add("it broke off: " + e);
            }
            List<String> wrong = new ArrayList<>(stage.findings().all());
            wrong.addAll(stage.plan().endlessWaits());
            wrong.addAll(stage.plan().unrestored());
            return wrong;
        }
    }

    private void play(Stage stage, Clients clients) throws Exception {
        stage.within(BOUND);
        HistoryStep.begin(stage);
        for (HistoryStep step : steps) {
            step.on(stage, clients);
        }
        clients.finish();
        HistoryStep.end(stage);
    }

    /** Whether what is left of a history is still wrong. */
    @FunctionalInterface
    interface Wrong {
        boolean is(RandomHistory candidate) throws Exception;
    }

    /** The shortest that is still wrong, leaving out halves, quarters, and so on down to single steps. */
    RandomHistory shrunk(Wrong wrong) throws Exception {
        RandomHistory shortest = this;
        for (int size = steps.size() / 2; size >= 1; size /= 2) {
            int from = 0;
            while (from + size <= shortest.steps.size()) {
                RandomHistory candidate = shortest.without(from, size);
                if (wrong.is(candidate)) {
                    shortest = candidate;
                } else {
                    from += size;
                }
            }
        }
        return shortest;
    }

    private RandomHistory without(int from, int size) {
        List<HistoryStep> fewer = new ArrayList<>(steps);
        fewer.subList(from, from + size).clear();
        return new RandomHistory(seed, List.copyOf(fewer));
    }
}
