package dev.baton.simulation;

import dev.baton.LeaderToken;
import dev.baton.election.DeadlineGate;
import dev.baton.election.Surroundings.TermWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What a leader does with its role: lanes that act and write, begun and ended with the term. */
final class Work implements TermWork {

    private static final int LANES = 2;

    private final SimulatedElector elector;
    private final List<Lane> lanes = new ArrayList<>(LANES);
    private LeaderToken latest;
    private LeaderToken token;
    private Consumer<String> ended;
    private boolean stopping;
    private boolean tellsEnd;
    private boolean hung;

    Work(SimulatedElector elector) {
        this.elector = elector;
    }

    @Override
    public void begin(LeaderToken term, DeadlineGate gate, Consumer<String> told) {
        if (!lanes.isEmpty()) {
            elector.world().checker().fail("work: " + elector + " begins " + term + " beside the work of " + latest);
        }
        latest = term;
        token = term;
        ended = told;
        stopping = false;
        tellsEnd = false;
        for (int i = 0; i < LANES; i++) {
            Lane lane = new Lane(elector, this, term);
            lanes.add(lane);
            lane.begin();
        }
    }

    /** Asks the lanes to stop; the election hears when the last one has. */
    @Override
    public boolean finish(LeaderToken term) {
        boolean runs = term.equals(token);
        if (runs) {
            stopping = true;
            tellsEnd = true;
            lanes.forEach(Lane::wake);
            tellIfEnded();
        }
        return runs;
    }

    /** The lanes stop before their next step through the gate; a transaction that is under way goes on. */
    @Override
    public void interrupt(LeaderToken term) {
        if (term.equals(token)) {
            interruptAll();
        }
    }

    @Override
    public void interruptAll() {
        stopping = true;
        token = null;
        lanes.forEach(Lane::wake);
    }

    @Override
    public Optional<LeaderToken> unfinished() {
        return stopping && !lanes.isEmpty() ? Optional.of(latest) : Optional.empty();
    }

    /** Whether somebody does what this term is for. */
    boolean isDone(LeaderToken term) {
        return !isOver(term) && !lanes.isEmpty();
    }

    /** One lane does not come back from whatever it does now. */
    void hang() {
        if (!lanes.isEmpty()) {
            hung = true;
            lanes.get(0).strand().hold(Long.MAX_VALUE);
        }
    }

    boolean isHung() {
        return hung;
    }

    /** The work ends by itself. */
    void resign() {
        if (token != null) {
            finish(token);
        }
    }

    boolean isOver(LeaderToken term) {
        return stopping || !term.equals(token);
    }

    void ended(Lane lane) {
        lanes.remove(lane);
        tellIfEnded();
    }

    private void tellIfEnded() {
        if (tellsEnd && token != null && lanes.isEmpty()) {
            tellsEnd = false;
            ended.accept("the work has ended");
        }
    }

    List<Lane> lanes() {
        return lanes;
    }
}
