package dev.baton.failures;

import dev.baton.failures.driver.Failure;
import dev.baton.failures.scenario.Scenario;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** A bounded part of all trials: every scenario, and failures of it in a drawn order, none of them twice. */
final class Sampling {

    private final Machine machine;
    private final Draw draw;
    private final Map<String, Deque<Trial>> left = new HashMap<>();

    Sampling(Machine machine, Draw draw) {
        this.machine = machine;
        this.draw = draw;
    }

    /** So many failures of each scenario, or what is left of them; whether there was anything to do. */
    boolean round(int ofEach, BooleanSupplier goesOn) throws Exception {
        boolean done = false;
        for (Scenario scenario : draw.scenarios()) {
            if (!left.containsKey(scenario.name()) && goesOn.getAsBoolean()) {
                done = true;
                left.put(scenario.name(), new ArrayDeque<>(machine.explore(scenario, draw)));
            }
            Deque<Trial> trials = left.getOrDefault(scenario.name(), new ArrayDeque<>());
            for (int i = 0; i < ofEach && !trials.isEmpty() && goesOn.getAsBoolean(); i++) {
                done = true;
                machine.run(trials.remove());
            }
        }
        return done;
    }

    /** For each way to fail in which no call has failed yet, one more trial after the other until one does. */
    void fillUp() throws Exception {
        for (Failure failure : Failure.values()) {
            List<Trial> others = left.values().stream()
                    .flatMap(Collection::stream)
                    .filter(trial -> trial.failure() == failure)
                    .toList();
            for (Trial trial : draw.shuffled(others)) {
                if (!machine.tally().struck().contains(failure)) {
                    left.get(trial.scenario().name()).remove(trial);
                    machine.run(trial);
                }
            }
        }
    }
}
