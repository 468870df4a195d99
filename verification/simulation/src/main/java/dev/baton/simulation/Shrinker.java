package dev.baton.simulation;

import java.util.ArrayList;
import java.util.List;

/** Leaves out faults one by one while the run still fails: what remains is what matters. */
final class Shrinker {

    private final Bug bug;

    Shrinker(Bug bug) {
        this.bug = bug;
    }

    /** The smallest failing variant that leaving out finds, run once more with its trace. */
    Simulation.Result shrink(Scenario failing) {
        Scenario smallest = failing;
        boolean shrunk = true;
        while (shrunk) {
            Scenario smaller = withoutOne(smallest);
            shrunk = smaller != null;
            smallest = shrunk ? smaller : smallest;
        }
        return Simulation.run(smallest, bug, true);
    }

    private Scenario withoutOne(Scenario scenario) {
        for (int i = 0; i < scenario.faults().size(); i++) {
            List<Fault> fewer = new ArrayList<>(scenario.faults());
            fewer.remove(i);
            Scenario candidate = scenario.with(fewer);
            if (Simulation.run(candidate, bug, false).failed()) {
                return candidate;
            }
        }
        return null;
    }
}
