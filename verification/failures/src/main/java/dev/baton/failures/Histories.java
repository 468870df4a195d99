package dev.baton.failures;

import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.stage.World;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Random histories, one after the other; each that is wrong can be made again by its seed, and shortened. */
public final class Histories {

    private static final Logger LOG = LoggerFactory.getLogger(Histories.class);

    private final World world;
    private final PlantedBug bug;
    private final List<RandomHistory> wrong = new ArrayList<>();
    private int tried;
    private int steps;

    public Histories(World world, PlantedBug bug) {
        this.world = world;
        this.bug = bug;
    }

    public void run(long from, int number) throws Exception {
        for (long seed = from; seed < from + number; seed++) {
            RandomHistory history = RandomHistory.of(seed);
            tried++;
            steps += history.steps().size();
            LOG.debug("seed {}", seed);
            List<String> found = history.run(world, bug);
            if (!found.isEmpty()) {
                LOG.warn("seed {}: {}", seed, found);
                wrong.add(history);
            }
        }
    }

    /** The shortest of each that is wrong, which takes its time. */
    public List<RandomHistory> shortened() throws Exception {
        List<RandomHistory> shortest = new ArrayList<>();
        for (RandomHistory history : wrong) {
            shortest.add(history.shrunk(shorter -> !shorter.run(world, bug).isEmpty()));
        }
        return shortest;
    }

    public List<RandomHistory> wrong() {
        return List.copyOf(wrong);
    }

    @Override
    public String toString() {
        return tried + " random histories of " + steps + " steps; " + wrong.size() + " were wrong";
    }
}
