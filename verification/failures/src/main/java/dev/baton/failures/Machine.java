package dev.baton.failures;

import dev.baton.failures.driver.Call;
import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.Failure;
import dev.baton.failures.driver.LentState;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.scenario.Scenario;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Tries every failure at every call of every scenario, or some of them, in one lane or in several side by side. */
public final class Machine implements AutoCloseable {

    private final Lanes lanes;
    private final PlantedBug bug;
    private final int occurrences;
    private final Tally tally = new Tally();
    private final Hearing hearing;

    /** @param occurrences how many calls of one name are tried, from the first on */
    public Machine(Engine engine, PlantedBug bug, int occurrences, Hearing hearing) throws Exception {
        this(new Lanes(engine, 1), bug, occurrences, hearing);
    }

    Machine(Lanes lanes, PlantedBug bug, int occurrences, Hearing hearing) {
        this.lanes = lanes;
        this.bug = bug;
        this.occurrences = occurrences;
        this.hearing = hearing;
    }

    public Tally tally() {
        return tally;
    }

    /** Runs each scenario on each kind of pool without a failure; the trials that follow from the calls it makes. */
    public List<Trial> explore(List<Scenario> scenarios) throws InterruptedException {
        return lanes.each(scenarios, scenario -> explore(scenario, EnumSet.allOf(LentState.class))).stream()
                .flatMap(List::stream)
                .toList();
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

    /** Each of these, in whatever lane is free. */
    void runAll(List<Trial> trials) throws InterruptedException {
        Progress progress = new Progress(lanes.engine(), trials.size());
        lanes.each(trials, trial -> {
            Trial.Result result = run(trial);
            progress.next(tally);
            return result;
        });
    }

    /** What came of it, now or before. */
    public Trial.Result run(Trial trial) throws Exception {
        Optional<Trial.Result> before = hearing.before(lanes.engine(), trial);
        Trial.Result result = before.isPresent() ? before.get() : lanes.in(trial::run);
        tally.add(result);
        if (before.isEmpty()) {
            hearing.hear(result);
        }
        return result;
    }

    @Override
    public void close() throws Exception {
        lanes.close();
    }
}
