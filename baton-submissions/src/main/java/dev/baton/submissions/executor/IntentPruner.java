package dev.baton.submissions.executor;

import dev.baton.FenceDemand;
import dev.baton.NotLeaderException;
import dev.baton.submissions.executor.term.TermContext;
import dev.baton.submissions.store.Pruning;
import dev.baton.support.Signal;
import dev.baton.support.Threads;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes what is old enough, a little at a time, each time in a fenced transaction of its own. Off by default. */
final class IntentPruner {

    private static final Logger LOG = LoggerFactory.getLogger(IntentPruner.class);
    private static final int AT_ONCE = 500;
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    private static final Duration BREATH = Duration.ofMillis(50);

    private final TermContext context;
    private final Pruning pruning;
    private final Signal signal = new Signal();
    private volatile boolean stopped;

    IntentPruner(TermContext context) {
        this.context = context;
        this.pruning = new Pruning(context.parts().sql());
    }

    void start() {
        context.parts()
                .settings()
                .retention()
                .ifPresent(age -> Threads.daemon(context.threadName("baton-pruner"), () -> run(age))
                        .start());
    }

    void stop() {
        stopped = true;
        signal.giveSignal();
    }

    private void run(Duration age) {
        Duration pause = age.dividedBy(10).compareTo(LONGEST_PAUSE) < 0 ? age.dividedBy(10) : LONGEST_PAUSE;
        try {
            while (!stopped && !context.term().isOver()) {
                int pruned = context.mayAct() ? prune(age) : 0;
                signal.await((pruned == AT_ONCE ? BREATH : pause).toNanos());
            }
        } catch (SQLException | RuntimeException e) {
            context.stepDown("pruning", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int prune(Duration age) throws SQLException {
        try {
            int pruned = context.fenced(FenceDemand.UNEXPIRED, c -> pruning.prune(c, age, AT_ONCE));
            if (pruned > 0) {
                context.parts().listener().pruned(pruned);
            }
            return pruned;
        } catch (NotLeaderException e) {
            LOG.debug("not pruning now", e);
            return 0;
        } catch (SQLException e) {
            if (!context.isDataError(e)) {
                throw e;
            }
            LOG.error("old intents cannot be removed: {}", e.getMessage()); // somebody else's constraint keeps them
            return 0;
        }
    }
}
