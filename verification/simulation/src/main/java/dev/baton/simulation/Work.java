package dev.baton.simulation;

import dev.baton.LeaderToken;
import dev.baton.election.DeadlineGate;
import dev.baton.election.Surroundings.TermWork;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What a leader does with its role: lanes that act and write, begun and ended with the term. */
final class Work implements TermWork {

    private static final int LANES = 2;

    private final SimulatedElector elector;
    private final List<Lane> lanes = new ArrayList<>(LANES);
    private LeaderToken token;
    private Consumer<String> ended;
    private boolean stopping;
    private boolean tellsEnd;

    Work(SimulatedElector elector) {
        this.elector = elector;
    }

    @Override
    public void begin(LeaderToken term, DeadlineGate gate, Consumer<String> told) {
        token = term;
        ended = told;
        stopping = false;
        tellsEnd = false;
        lanes.clear();
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
