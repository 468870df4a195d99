package dev.baton.shards;

import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import dev.baton.Term;
import dev.baton.shards.plan.Assignment;
import dev.baton.shards.plan.Exchange;
import dev.baton.shards.plan.Member;
import dev.baton.shards.plan.Planner;
import dev.baton.sql.Baton;
import dev.baton.support.Stopwatch;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plans, while this node leads the group's coordinator role. All that it writes is fenced by that role. When it dies, shards are
 * led as before and heirs take over as before; only moves wait for the next coordinator.
 */
final class Coordinator implements LeaderWork {

    private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);

    private final Baton baton;
    private final ShardStore store;
    private final ShardSettings settings;

    Coordinator(Baton baton, ShardStore store, ShardSettings settings) {
        this.baton = baton;
        this.store = store;
        this.settings = settings;
    }

    @Override
    public void lead(Term term) throws SQLException, InterruptedException {
        MemberWatch watch = new MemberWatch(Stopwatch.system(), settings.absentAfter());
        do {
            Optional<GroupView> seen =
                    store.use((s, c) -> s.state(c).isPresent() ? Optional.of(s.viewWithMoves(c)) : Optional.empty());
            if (seen.isPresent()) { // else it is founded in a moment, by whoever has seen more of it
                coordinate(term, seen.get(), watch);
            }
        } while (!term.awaitOver(settings.every()));
    }

    private void coordinate(Term term, GroupView seen, MemberWatch watch) throws SQLException, InterruptedException {
        switch (next(seen, planned(seen, watch))) {
            case END_LAYOUT -> changeLayout(term, seen, watch);
            case CLOSE_LAYOUT -> beginClosing(term.token());
            case WRITE_PLAN -> writePlan(term.token(), watch);
            case NOTHING -> {}
        }
    }

    private List<Assignment> planned(GroupView view, MemberWatch watch) {
        return planned(view, watch.living(view), settings.grace());
    }

    /** What the plan should be, with the moves that operators have asked for. While nobody reports, nobody has less claim than before. */
    static List<Assignment> planned(GroupView view, List<Member> living, Duration grace) {
        if (living.isEmpty()) {
            return view.plan();
        }
        List<Assignment> plan = Planner.plan(view.plan(), living, grace);
        for (WantedMove move : view.moves()) {
            if (move.isStillWanted(view.state().layout())) {
                plan = Exchange.give(plan, living, grace, move.shard(), move.node());
            }
        }
        return plan;
    }

    /** What a coordinator has to do next. */
    enum Next {
        NOTHING,
        WRITE_PLAN,
        /** Have all shards end: another number is wanted. */
        CLOSE_LAYOUT,
        /** Make sure that all have ended, and begin the next layout. */
        END_LAYOUT
    }

    static Next next(GroupView view, List<Assignment> planned) {
        if (view.state().closing()) {
            return Next.END_LAYOUT;
        }
        if (view.state().wanted() != view.state().layout().shards()) {
            return Next.CLOSE_LAYOUT;
        }
        return changes(view, planned) || !view.moves().isEmpty() ? Next.WRITE_PLAN : Next.NOTHING;
    }

    static boolean changes(GroupView view, List<Assignment> after) {
        for (int shard = 0; shard < after.size(); shard++) {
            if (!after.get(shard).saysTheSameAs(view.plan().get(shard))) {
                return true;
            }
        }
        return !view.isPlanned();
    }

    private void writePlan(LeaderToken token, MemberWatch watch) throws SQLException {
        baton.fenced(token, c -> {
            GroupView now = store.viewWithMoves(c);
            List<Assignment> after = planned(now, watch);
            store.forget(c, now.moves());
            if (changes(now, after)) {
                store.savePlan(c, token, now, after);
                store.save(c, token, now.state().nextPlan());
                LOG.info("group {} has plan {}", settings.group(), now.state().version() + 1);
            }
        });
    }

    /** From here on no term of the layout begins to work; those that do are asked to end. */
    private void beginClosing(LeaderToken token) throws SQLException {
        baton.fenced(token, c -> {
            GroupState now = store.view(c).state();
            store.save(c, token, now.beginClosing());
            LOG.info(
                    "group {} goes from {} to {} shards",
                    settings.group(),
                    now.layout().shards(),
                    now.wanted());
        });
    }

    /**
     * After a change by hand every node concludes that the layout must end, but the stored row does not say so. A term that begins later
     * reads only the row, so it is written first.
     */
    private void saveClosingState(LeaderToken token) throws SQLException {
        baton.fenced(token, c -> {
            GroupState closing = store.view(c).state();
            if (closing.closing() && !store.state(c).equals(Optional.of(closing))) {
                store.save(c, token, closing);
            }
        });
    }

    private void changeLayout(Term term, GroupView seen, MemberWatch watch) throws SQLException, InterruptedException {
        saveClosingState(term.token());
        LayoutRetirement retirement = new LayoutRetirement(baton, settings);
        while (!retirement.retire(term, seen.state().layout())) {
            if (term.awaitOver(settings.every())) {
                return;
            }
        }
        baton.fenced(term.token(), c -> {
            GroupState ended = store.view(c).state();
            if (!ended.closing() || !ended.layout().equals(seen.state().layout())) {
                LOG.warn("the row of group {} was changed by hand while {} ended", settings.group(), seen.state());
                return;
            }
            GroupState next = ended.nextLayout();
            List<Assignment> fresh = Collections.nCopies(next.layout().shards(), Assignment.NEW);
            store.replacePlan(c, term.token(), Planner.plan(fresh, watch.living(store.view(c)), settings.grace()));
            store.save(c, term.token(), next);
            LOG.info("group {} has layout {}", settings.group(), next.layout());
        });
    }
}
