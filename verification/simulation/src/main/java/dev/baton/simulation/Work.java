package dev.baton.simulation;

import dev.baton.LeaderToken;
import dev.baton.election.Event;
import java.util.ArrayList;
import java.util.List;

/** What a leader does with its role: lanes that act and write, begun and ended with the term. */
final class Work {

    private static final int LANES = 2;

    private final Driver driver;
    private final List<Lane> lanes = new ArrayList<>(LANES);
    private LeaderToken token;
    private boolean stopping;
    private boolean tellsEnd;

    Work(Driver driver) {
        this.driver = driver;
    }

    void begin(LeaderToken term) {
        token = term;
        stopping = false;
        tellsEnd = false;
        lanes.clear();
        for (int i = 0; i < LANES; i++) {
            Lane lane = new Lane(driver, this, term);
            lanes.add(lane);
            lane.begin();
        }
    }

    /** Asks the lanes to stop; the election hears when the last one has. */
    void finish(LeaderToken term) {
        if (!term.equals(token)) {
            driver.post(new Event.WorkEnded(term, "no work"));
            return;
        }
        stopping = true;
        tellsEnd = true;
        tellIfEnded();
    }

    /** The lanes stop before their next step through the gate; a transaction that is under way goes on. */
    void interrupt(LeaderToken term) {
        if (term.equals(token)) {
            stopping = true;
            token = null;
        }
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
            driver.post(new Event.WorkEnded(token, "the work has ended"));
        }
    }

    List<Lane> lanes() {
        return lanes;
    }
}
