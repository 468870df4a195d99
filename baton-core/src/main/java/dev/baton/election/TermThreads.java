package dev.baton.election;

import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import java.util.Optional;
import java.util.function.Consumer;

/** The work of a role's terms, each on a thread of its own. No term begins while the work of an earlier one runs. */
final class TermThreads implements Surroundings.TermWork {

    private final Optional<LeaderWork> work;
    private volatile TermThread latest;

    TermThreads(Optional<LeaderWork> work) {
        this.work = work;
    }

    @Override
    public void begin(LeaderToken token, DeadlineGate gate, Consumer<String> ended) {
        if (work.isPresent()) {
            latest = new TermThread(token, gate, work.get(), ended);
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

    @Override
    public Optional<LeaderToken> unfinished() {
        return Optional.ofNullable(latest)
                .filter(term -> term.isOver() && term.isWorking())
                .map(TermThread::token);
    }

    private boolean isLatest(LeaderToken token) {
        return latest != null && latest.token().equals(token);
    }
}
