package dev.baton.simulation;

import dev.baton.LeaderToken;
import dev.baton.election.DeadlineGate;
import dev.baton.election.Surroundings.TermWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What a leader does with its role: workers that act and write, begun and ended with the term. */
final class Work implements TermWork {

    private static final int WORKERS = 2;

    private final SimulatedElector elector;
    private final List<TermWorker> workers = new ArrayList<>(WORKERS);
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
        if (!workers.isEmpty()) {
            elector.world().checker().fail("work: " + elector + " begins " + term + " beside the work of " + latest);
        }
        latest = term;
        token = term;
        ended = told;
        stopping = false;
        tellsEnd = false;
        for (int i = 0; i < WORKERS; i++) {
            TermWorker worker = new TermWorker(elector, this, term);
            workers.add(worker);
            worker.begin();
        }
    }

    /** Asks the workers to stop; the election hears when the last one has. */
    @Override
    public boolean finish(LeaderToken term) {
        boolean runs = term.equals(token);
        if (runs) {
            stopping = true;
            tellsEnd = true;
            workers.forEach(TermWorker::wake);
            tellIfEnded();
        }
        return runs;
    }

    /** The workers stop before their next step through the gate; a transaction that is under way goes on. */
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
        workers.forEach(TermWorker::wake);
    }

    @Override
    public Optional<LeaderToken> unfinished() {
        boolean forgotten = elector.world().bug() == Bug.OLD_WORK_FORGOTTEN;
        return stopping && !workers.isEmpty() && !forgotten ? Optional.of(latest) : Optional.empty();
    }

    /** Whether somebody does what this term is for. */
    boolean isDone(LeaderToken term) {
        return !isOver(term) && !workers.isEmpty();
    }

    /** One worker does not come back from whatever it does now. */
    void hang() {
        if (!workers.isEmpty()) {
            hung = true;
            workers.get(0).strand().hold(Long.MAX_VALUE);
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

    void ended(TermWorker worker) {
        workers.remove(worker);
        tellIfEnded();
    }

    private void tellIfEnded() {
        if (tellsEnd && token != null && workers.isEmpty()) {
            tellsEnd = false;
            ended.accept("the work has ended");
        }
    }

    List<TermWorker> workers() {
        return workers;
    }
}
