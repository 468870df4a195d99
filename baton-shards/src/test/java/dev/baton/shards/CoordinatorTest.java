package dev.baton.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.shards.plan.Assignment;
import dev.baton.shards.plan.Member;
import dev.baton.shards.plan.Planner;
import dev.baton.shards.plan.Willingness;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a coordinator makes of what it sees. */
class CoordinatorTest {

    private static final Duration GRACE = Duration.ofMinutes(5);

    /** A plan that gave everything to nobody would have the only node, which was just slow to report, leave what it leads. */
    @Test
    void aMomentInWhichNobodyReportsChangesNoPlan() {
        List<Assignment> plan = Planner.plan(
                Collections.nCopies(4, Assignment.NEW), List.of(new Member("a", 1, Willingness.OPEN)), GRACE);
        TreeMap<Integer, Assignment> rows = new TreeMap<>();
        plan.forEach(assignment -> rows.put(rows.size(), assignment));
        GroupView view = GroupView.of(GroupState.first(4), rows, List.of());
        List<Assignment> planned = Coordinator.planned(view, List.of(), GRACE);
        assertThat(planned)
                .isEqualTo(plan)
                .allMatch(assignment -> assignment.owner().equals(Optional.of("a")));
        assertThat(Coordinator.next(view, planned)).isEqualTo(Coordinator.Next.NOTHING);
    }
}
