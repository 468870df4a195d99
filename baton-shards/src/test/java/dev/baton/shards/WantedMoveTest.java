package dev.baton.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.shards.plan.Assignment;
import dev.baton.shards.plan.Member;
import dev.baton.shards.plan.Planner;
import dev.baton.shards.plan.Willingness;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a coordinator makes of an operator's wish that it finds. */
class WantedMoveTest {

    private static final Duration GRACE = Duration.ofMinutes(5);
    private static final List<Member> LIVING =
            List.of(new Member("a", 1, Willingness.OPEN), new Member("b", 1, Willingness.OPEN));

    private static GroupView asking(WantedMove move) {
        List<Assignment> plan = Planner.plan(Collections.nCopies(4, Assignment.NEW), LIVING, GRACE);
        TreeMap<Integer, Assignment> rows = new TreeMap<>();
        for (int shard = 0; shard < plan.size(); shard++) {
            rows.put(shard, plan.get(shard));
        }
        return GroupView.of(GroupState.first(4), rows, List.of()).asking(List.of(move));
    }

    private static String ownerAfter(GroupView view, int shard) {
        return Coordinator.planned(view, LIVING, GRACE).get(shard).owner().orElseThrow();
    }

    private static String other(GroupView view, int shard) {
        return view.plan().get(shard).owner().orElseThrow().equals("a") ? "b" : "a";
    }

    private static WantedMove move(long layout, Duration asked) {
        String there = other(asking(new WantedMove(0, 1, "a", Duration.ZERO)), 0);
        return new WantedMove(0, layout, there, asked);
    }

    @Test
    void isDoneOnceAndNotLookedForAgain() {
        GroupView view = asking(move(1, Duration.ofSeconds(2)));
        assertThat(ownerAfter(view, 0)).isEqualTo(other(view, 0));
        assertThat(Coordinator.next(view, view.plan()))
                .as("also if there is nothing to do, the row has to go")
                .isEqualTo(Coordinator.Next.WRITE_PLAN);
    }

    /** Nodes of an earlier version had led the coordinator's role until now. */
    @Test
    void isForgottenWhenNobodyHasDoneItForLong() {
        GroupView view = asking(move(1, Duration.ofSeconds(61)));
        assertThat(ownerAfter(view, 0)).isNotEqualTo(other(view, 0));
        assertThat(Coordinator.next(view, view.plan())).isEqualTo(Coordinator.Next.WRITE_PLAN);
    }

    /** Else it would be wanted for as long as the clock was set back. */
    @Test
    void isForgottenIfItWasAskedForBeforeTheClockWasSetBack() {
        GroupView view = asking(move(1, Duration.ofHours(-1)));
        assertThat(ownerAfter(view, 0)).isNotEqualTo(other(view, 0));
    }

    @Test
    void isNotMeantForTheShardOfAnotherLayoutThatHasItsNumber() {
        GroupView view = asking(move(2, Duration.ofSeconds(2)));
        assertThat(ownerAfter(view, 0)).isNotEqualTo(other(view, 0));
    }

    @Test
    void ofNodesAndShardsThatAreNotThereChangesNothing() {
        for (WantedMove odd : List.of(
                new WantedMove(99, 1, "a", Duration.ZERO),
                new WantedMove(-1, 1, "a", Duration.ZERO),
                new WantedMove(0, 1, "", Duration.ZERO),
                new WantedMove(0, 1, "gone", Duration.ZERO))) {
            GroupView view = asking(odd);
            assertThat(Coordinator.planned(view, LIVING, GRACE)).isEqualTo(view.plan());
        }
    }
}
