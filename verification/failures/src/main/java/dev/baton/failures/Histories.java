package dev.baton.failures;

import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.stage.World;
import java.util.ArrayList;
import java.util.List;

/** Random histories, one after the other; each that is wrong is shortened and told. */
public final class Histories {

    private final World world;
    private final PlantedBug bug;
    private final List<String> wrong = new ArrayList<>();
    private int tried;
    private int steps;

    public Histories(World world, PlantedBug bug) {
        this.world = world;
        this.bug = bug;
    }

    public void run(long from, int number) throws Exception {
        for (long seed = from; seed < from + number; seed++) {
            History history = History.of(seed);
            tried++;
            steps += history.steps().size();
            List<String> found = history.run(world, bug);
            if (!found.isEmpty()) {
                History shortest = history.shrunk(world, bug);
                wrong.add("seed " + seed + ": " + found + "; it takes no more than " + shortest.steps());
            }
        }
    }

    public List<String> wrong() {
        return List.copyOf(wrong);
    }

    @Override
    public String toString() {
        return tried + " random histories of " + steps + " steps; " + wrong.size() + " were wrong";
    }
}
