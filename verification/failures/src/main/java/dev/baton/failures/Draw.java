package dev.baton.failures;

import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.LentState;
import dev.baton.failures.scenario.Scenario;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Which part of all trials is made where not all of them are. It goes by the names of trials: one run makes more calls than
 * another, in another order, and the same seed still draws the same ones.
 */
record Draw(long seed, Engine engine) {

    /** Gives a draw again. */
    static final String PROPERTY = "baton.failures.seed";

    private static final int SEEDS = 1_000_000;
    private static final long THIS_TIME = Long.getLong(PROPERTY, new SecureRandom().nextInt(SEEDS));

    /** Another one each time, unless the property says which. */
    static Draw ofThisBuild(Engine engine) {
        return new Draw(THIS_TIME, engine);
    }

    static long seedOfThisBuild() {
        return THIS_TIME;
    }

    /** Connections as we like them best, and in one other state. */
    Set<LentState> states(Scenario scenario) {
        List<LentState> others = List.copyOf(EnumSet.complementOf(EnumSet.of(LentState.AUTO_COMMIT)));
        int drawn = (int) Math.floorMod(lot(scenario.name()), (long) others.size());
        return EnumSet.of(LentState.AUTO_COMMIT, others.get(drawn));
    }

    List<Trial> shuffled(List<Trial> trials) {
        return trials.stream()
                .sorted(Comparator.comparingLong(trial -> lot(trial.toString())))
                .toList();
    }

    /** All of them, in an order of its own. */
    List<Scenario> scenarios() {
        return Scenario.all().stream()
                .sorted(Comparator.comparingLong(scenario -> lot(scenario.name())))
                .toList();
    }

    private long lot(String name) {
        return new Random(seed * SEEDS + (engine + name).hashCode()).nextLong();
    }
}
