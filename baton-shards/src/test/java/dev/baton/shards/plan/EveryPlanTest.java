package dev.baton.shards.plan;

import static dev.baton.shards.plan.SmallWorlds.GRACE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * All that can be in small worlds, and not only what is drawn: every plan that three nodes can come to, by whatever happens to them and
 * by moves that operators ask for, and any two rows, however they came about; each under every cluster of the three. With
 * {@code -Dbaton.plans.all=true} one shard and one weight more, which takes minutes.
 */
class EveryPlanTest {

    private static final boolean ALL = Boolean.getBoolean("baton.plans.all");

    @Test
    void fromEveryPlanThatThereCanBeSharesAreEvenInOneStep() {
        assertThat(plans(1, 2)).isGreaterThan(20);
        assertThat(plans(2, 2)).isGreaterThan(100);
        assertThat(plans(3, ALL ? 2 : 1)).isGreaterThan(200);
        if (ALL) {
            assertThat(plans(4, 1)).isGreaterThan(200);
        }
    }

    private static int plans(int shards, int heaviest) {
        Plans plans = new Plans(shards, SmallWorlds.clusters(heaviest));
        plans.followAll();
        return plans.found.size();
    }

    /** Written by hand, or by a program with a fault: nothing says that an heir is not the owner, or that somebody away is not here. */
    @Test
    void fromAnyTwoRowsSharesAreEvenInOneStep() {
        List<List<Member>> clusters = SmallWorlds.clusters(ALL ? 2 : 1);
        BitSet known = new BitSet();
        for (int number = 0; number < SmallWorlds.tables(2); number++) {
            List<List<Assignment>> ages = SmallWorlds.everyAgeOf(number, 2);
            for (List<Assignment> rows : ALL ? ages : ages.subList(0, 1)) {
                planForEach(clusters, rows, known);
            }
        }
    }

    /** @param known what has been seen to be kept, by its number and its cluster */
    private static void planForEach(List<List<Member>> clusters, List<Assignment> rows, BitSet known) {
        for (int cluster = 0; cluster < clusters.size(); cluster++) {
            List<Assignment> plan = planned(rows, clusters.get(cluster));
            int place = SmallWorlds.number(plan) * clusters.size() + cluster;
            if (!known.get(place)) {
                known.set(place);
                requireStill(clusters.get(cluster), plan);
            }
        }
    }

    private static List<Assignment> planned(List<Assignment> before, List<Member> cluster) {
        List<Assignment> after = Planner.plan(before, cluster, GRACE);
        require(PlanChecks.violations(before, cluster, GRACE, after), before, cluster, after);
        return after;
    }

    private static void require(
            List<String> violations, List<Assignment> before, List<Member> cluster, List<Assignment> after) {
        if (!violations.isEmpty()) {
            throw new AssertionError(violations + " by " + cluster + "\n after " + before + "\n in    " + after);
        }
    }

    /** The same question again, by whoever lists the members in another order, changes nobody's shards. */
    private static void requireStill(List<Member> cluster, List<Assignment> plan) {
        List<Member> reversed = new ArrayList<>(cluster);
        Collections.reverse(reversed);
        List<Assignment> again = Planner.plan(plan, reversed, GRACE);
        boolean still = IntStream.range(0, plan.size())
                .allMatch(shard -> again.get(shard)
                                .owner()
                                .equals(plan.get(shard).owner())
                        && again.get(shard).heir().equals(plan.get(shard).heir()));
        require(still ? List.of() : List.of("a change without a cause"), plan, cluster, again);
    }

    /** Every plan of a number of shards. */
    private static final class Plans {

        private final int shards;
        private final List<List<Member>> clusters;

        /** By its number: the clusters that it was made for, or is kept by. */
        private final Map<Integer, BitSet> found = new HashMap<>();

        private final Deque<Integer> toFollow = new ArrayDeque<>();

        Plans(int shards, List<List<Member>> clusters) {
            this.shards = shards;
            this.clusters = clusters;
            add(Collections.nCopies(shards, Assignment.NEW));
        }

        private BitSet add(List<Assignment> plan) {
            return found.computeIfAbsent(SmallWorlds.number(plan), number -> {
                toFollow.add(number);
                return new BitSet();
            });
        }

        void followAll() {
            while (!toFollow.isEmpty()) {
                SmallWorlds.everyAgeOf(toFollow.remove(), shards).forEach(this::follow);
            }
        }

        private void follow(List<Assignment> before) {
            for (int cluster = 0; cluster < clusters.size(); cluster++) {
                made(cluster, planned(before, clusters.get(cluster)));
            }
        }

        private void made(int cluster, List<Assignment> plan) {
            BitSet makers = add(plan);
            if (!makers.get(cluster)) {
                makers.set(cluster);
                List<Member> members = clusters.get(cluster);
                requireStill(members, plan);
                requireThatWhoComesBackGetsItsOwn(members, plan);
                moves(cluster, plan);
            }
        }

        /** Where nobody else is away whose claim is older, and all take their share. */
        private static void requireThatWhoComesBackGetsItsOwn(List<Member> members, List<Assignment> plan) {
            if (plan.stream().anyMatch(row -> row.home().isPresent())
                    || members.stream().anyMatch(member -> member.willingness() != Willingness.OPEN)) {
                return;
            }
            for (Member one : members) {
                List<Member> others =
                        members.stream().filter(member -> !member.equals(one)).toList();
                List<Assignment> back = Planner.plan(Planner.plan(plan, others, GRACE), members, GRACE);
                require(
                        owners(back).equals(owners(plan)) ? List.of() : List.of(one + " has not got back its own"),
                        plan,
                        members,
                        back);
            }
        }

        /** What operators can ask for. */
        private void moves(int cluster, List<Assignment> plan) {
            List<Member> members = clusters.get(cluster);
            for (int shard = 0; shard < shards; shard++) {
                for (Member to : members) {
                    List<Assignment> moved = Exchange.give(plan, members, GRACE, shard, to.node());
                    if (!moved.equals(plan)) {
                        require(PlanChecks.violations(moved, members, GRACE, moved), plan, members, moved);
                        boolean has = moved.get(shard).isOwner(to.node());
                        require(has ? List.of() : List.of(to + " has not got it"), plan, members, moved);
                        requireStill(members, moved);
                        add(moved);
                    }
                }
            }
        }
    }

    private static List<Optional<String>> owners(List<Assignment> plan) {
        return plan.stream().map(Assignment::owner).toList();
    }
}
