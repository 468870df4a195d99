package dev.baton.submissions.executor;

import dev.baton.FenceDemand;
import dev.baton.NotLeaderException;
import dev.baton.sql.jdbc.RefusedRows;
import dev.baton.submissions.executor.term.TermContext;
import dev.baton.submissions.store.Pruning;
import dev.baton.support.Signal;
import dev.baton.support.Threads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes what is old enough, a little at a time, each time in a fenced transaction of its own. Intents that somebody else's constraint
 * keeps are looked for one by one, and passed over for a while. Off by default.
 */
final class IntentPruner {

    private static final Logger LOG = LoggerFactory.getLogger(IntentPruner.class);
    private static final int AT_ONCE = 500;
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    private static final Duration BREATH = Duration.ofMillis(50);

    private final TermContext context;
    private final Pruning pruning;
    private final RefusedRows<String> kept;
    private final Signal signal = new Signal();
    private volatile boolean stopped;

    IntentPruner(TermContext context) {
        this.context = context;
        this.pruning = new Pruning(context.parts().sql());
        this.kept = new RefusedRows<>(
                context::now, context::isDataError, context.parts().sql()::isLockTimeout);
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
                boolean more = context.mayAct() && prune(age);
                signal.await((more ? BREATH : pause).toNanos());
            }
        } catch (SQLException | RuntimeException e) {
            context.stepDown("pruning", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** True if there may be more. */
    private boolean prune(Duration age) throws SQLException {
        try {
            return kept.remove("intents", false, () -> pruneSome(age), () -> pruneByName(age));
        } catch (NotLeaderException e) {
            LOG.debug("not pruning now", e);
            return false;
        }
    }

    private boolean pruneSome(Duration age) throws SQLException {
        int pruned = context.fenced(FenceDemand.UNEXPIRED, c -> pruning.prune(c, age, AT_ONCE));
        tell(pruned);
        return pruned == AT_ONCE;
    }

    /** True if there may be more, unless too many are kept for now. */
    private boolean pruneByName(Duration age) throws SQLException {
        List<String> old = kept.find(atMost -> context.parts().sql().use(c -> pruning.old(c, age, atMost)));
        return kept.removeByName(old, this::pruneThese) && old.size() >= RefusedRows.AT_ONCE;
    }

    private List<String> pruneThese(List<String> ids) throws SQLException {
        context.fenced(FenceDemand.UNEXPIRED, c -> {
            pruning.prune(c, ids);
            return true;
        });
        tell(ids.size());
        return List.of();
    }

    private void tell(int pruned) {
        if (pruned > 0) {
            context.parts().listener().pruned(pruned);
        }
    }
}
