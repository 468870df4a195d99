package dev.baton.failures;

import dev.baton.failures.scenario.Scenario;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** A bounded part of all trials: every scenario, and failures of it in a drawn order, none of them twice. */
final class Sampling {

    private final Machine machine;
    private final Draw draw;
    private final Map<String, Iterator<Trial>> left = new HashMap<>();

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
                left.put(scenario.name(), machine.explore(scenario, draw).iterator());
            }
            Iterator<Trial> trials = left.get(scenario.name());
            for (int i = 0; i < ofEach && trials != null && trials.hasNext() && goesOn.getAsBoolean(); i++) {
                done = true;
                machine.run(trials.next());
            }
        }
        return done;
    }
}
