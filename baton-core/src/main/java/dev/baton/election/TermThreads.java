package dev.baton.election;

import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import java.util.Optional;
import java.util.function.Consumer;

/** The work of a role's terms, each on a thread of its own; the next waits for the end of the one before. */
final class TermThreads implements Surroundings.TermWork {

    private final Optional<LeaderWork> work;
    private TermThread latest;

    TermThreads(Optional<LeaderWork> work) {
        this.work = work;
    }

    @Override
    public void begin(LeaderToken token, DeadlineGate gate, Consumer<String> ended) {
        if (work.isPresent()) {
            latest = new TermThread(token, gate, work.get(), latest, ended);
            latest.start();
        }
    }

    @Override
    public boolean finish(LeaderToken token) {
        boolean runs = isLatest(token);
        if (runs) {
            latest.finish();
        }
        return runs;
    }

    @Override
    public void interrupt(LeaderToken token) {
        if (isLatest(token)) {
            latest.interrupt();
        }
    }

    @Override
    public void interruptAll() {
        if (latest != null) {
            latest.interrupt();
        }
    }

    private boolean isLatest(LeaderToken token) {
        return latest != null && latest.token().equals(token);
    }
}
