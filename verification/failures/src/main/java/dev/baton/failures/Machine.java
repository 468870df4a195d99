package dev.baton.failures;

import dev.baton.failures.driver.Call;
import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.Failure;
import dev.baton.failures.driver.LentState;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.scenario.Scenario;
import dev.baton.failures.stage.World;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Tries every failure at every call of every scenario, or some of them. */
public final class Machine implements AutoCloseable {

    private final World world;
    private final PlantedBug bug;
    private final int occurrences;
    private final Tally tally = new Tally();
    private final Consumer<Trial.Result> heard;

    /** @param occurrences how many calls of one name are tried, from the first on */
    public Machine(Engine engine, PlantedBug bug, int occurrences, Consumer<Trial.Result> heard) throws Exception {
        this.world = World.of(engine);
        this.bug = bug;
        this.occurrences = occurrences;
        this.heard = heard;
    }

    public Tally tally() {
        return tally;
    }

    /** Runs each scenario on each kind of pool without a failure; the trials that follow from the calls it makes. */
    public List<Trial> explore(List<Scenario> scenarios) throws Exception {
        List<Trial> trials = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            trials.addAll(explore(scenario, EnumSet.allOf(LentState.class)));
        }
        return trials;
    }

    private List<Trial> explore(Scenario scenario, Set<LentState> states) throws Exception {
        List<Trial> trials = new ArrayList<>();
        for (LentState state : states) {
            if (bug != PlantedBug.NONE && !tally.wrong().isEmpty()) {
                return trials; // it is found
            }
            Trial calm = Trial.calm(scenario, state, bug);
            Trial.Result result = run(calm);
            if (state == LentState.AUTO_COMMIT && !scenario.calm()) {
                List<Trial> failing = failures(calm, result.calls());
                tally.explored(result.calls().size(), failing.size());
                trials.addAll(failing);
            }
        }
        return trials;
    }

    /** The same for a part of the pools, and the trials in a drawn order. */
    List<Trial> explore(Scenario scenario, Draw draw) throws Exception {
        return draw.shuffled(explore(scenario, draw.states(scenario)));
    }

    private List<Trial> failures(Trial calm, List<Call> calls) {
        List<Trial> trials = new ArrayList<>();
        for (Call call : calls) {
            if (call.occurrence() <= occurrences) {
                for (Failure failure : call.kind().failures()) {
                    trials.add(calm.failing(call, failure));
                }
            }
        }
        return trials;
    }

    public Trial.Result run(Trial trial) throws Exception {
        Trial.Result result = trial.run(world);
        tally.add(result);
        heard.accept(result);
        return result;
    }

    @Override
    public void close() throws Exception {
        world.close();
    }
}
