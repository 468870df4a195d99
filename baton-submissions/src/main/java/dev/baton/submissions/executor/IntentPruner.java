package dev.baton.submissions.executor;

import dev.baton.FenceDemand;
import dev.baton.NotLeaderException;
import dev.baton.sql.jdbc.BatchWrites;
import dev.baton.submissions.executor.term.TermContext;
import dev.baton.submissions.store.Pruning;
import dev.baton.support.PassedOver;
import dev.baton.support.Signal;
import dev.baton.support.Threads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes what is old enough, a little at a time, each time in a fenced transaction of its own. Intents that somebody else's constraint
 * keeps are looked for one by one, and passed over for a while. Off by default.
 */
final class IntentPruner {

    private static final Logger LOG = LoggerFactory.getLogger(IntentPruner.class);
    private static final int AT_ONCE = 500;
    private static final int BY_NAME_AT_ONCE = 100;
    private static final Duration PASSED_OVER = Duration.ofHours(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    private static final Duration BREATH = Duration.ofMillis(50);

    private final TermContext context;
    private final Pruning pruning;
    private final PassedOver<String> kept;
    private final Signal signal = new Signal();
    private volatile boolean stopped;

    IntentPruner(TermContext context) {
        this.context = context;
        this.pruning = new Pruning(context.parts().sql());
        this.kept = new PassedOver<>(context::now, PASSED_OVER);
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
            return kept.all().isEmpty() ? pruneSome(age) : pruneByName(age);
        } catch (NotLeaderException e) {
            LOG.debug("not pruning now", e);
        } catch (SQLException e) {
            if (!context.parts().sql().isLockTimeout(e)) {
                throw e;
            }
            LOG.warn("not pruning now, somebody holds what is old: {}", e.getMessage());
        }
        return false;
    }

    private boolean pruneSome(Duration age) throws SQLException {
        try {
            int pruned = context.fenced(FenceDemand.UNEXPIRED, c -> pruning.prune(c, age, AT_ONCE));
            tell(pruned);
            return pruned == AT_ONCE;
        } catch (SQLException e) {
            if (!context.isDataError(e)) {
                throw e;
            }
            LOG.error("old intents cannot all be removed: {}", e.getMessage());
            return pruneByName(age);
        }
    }

    /** True if there may be more, unless too many are kept for now. */
    private boolean pruneByName(Duration age) throws SQLException {
        Set<String> stay = kept.all();
        List<String> old = context.parts().sql().use(c -> pruning.old(c, age, BY_NAME_AT_ONCE + stay.size())).stream()
                .filter(id -> !stay.contains(id))
                .limit(BY_NAME_AT_ONCE)
                .toList();
        List<String> refused = new ArrayList<>();
        if (!old.isEmpty()) {
            BatchWrites.writeOrSplit(old, context::isDataError, this::pruneThese, (id, error) -> {
                LOG.debug("intent {} is old and cannot be removed", id, error);
                refused.add(id);
            });
        }
        return refused.stream().allMatch(kept::add) && old.size() >= BY_NAME_AT_ONCE;
    }

    private void pruneThese(List<String> ids) throws SQLException {
        context.fenced(FenceDemand.UNEXPIRED, c -> {
            pruning.prune(c, ids);
            return true;
        });
        tell(ids.size());
    }

    private void tell(int pruned) {
        if (pruned > 0) {
            context.parts().listener().pruned(pruned);
        }
    }
}
