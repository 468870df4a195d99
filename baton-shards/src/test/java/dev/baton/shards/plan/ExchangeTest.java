package dev.baton.shards.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A shard that is given to a node of choice: shares stay even, and the planner keeps what came of it. */
class ExchangeTest {

    private static final Duration GRACE = Duration.ofMinutes(5);
    private static final int HISTORIES = 1000;

    @Test
    void whateverIsGivenToWhomeverSharesStayEvenAndNothingIsTakenBack() {
        int given = 0;
        for (long seed = 0; seed < HISTORIES; seed++) {
            Random random = new Random(seed);
            boolean small = seed % 4 == 0; // the others have equal weights: the checks try every division with others
            List<Member> members = members(random, small);
            List<Assignment> plan = Planner.plan(
                    Collections.nCopies(1 + random.nextInt(small ? 9 : 40), Assignment.NEW), members, GRACE);
            for (int i = 0; i < 5; i++) {
                int shard = random.nextInt(plan.size());
                Member to = members.get(random.nextInt(members.size()));
                List<Assignment> after = Exchange.give(plan, members, GRACE, shard, to.node());
                assertThat(violations(plan, members, after, shard, to))
                        .as("seed %s, shard %s to %s of %s", seed, shard, to, members)
                        .isEmpty();
                given += after.equals(plan) ? 0 : 1;
                plan = after;
            }
        }
        assertThat(given).isGreaterThan(HISTORIES);
    }

    private static List<Member> members(Random random, boolean weighted) {
        return IntStream.range(0, 1 + random.nextInt(weighted ? 4 : 7))
                .mapToObj(i -> new Member(
                        "n" + i,
                        weighted ? 1 + random.nextInt(4) : 1,
                        random.nextInt(4) > 0
                                ? Willingness.OPEN
                                : List.of(Willingness.values()).get(random.nextInt(3))))
                .toList();
    }

    private static List<String> violations(
            List<Assignment> before, List<Member> members, List<Assignment> after, int shard, Member to) {
        List<String> found = new ArrayList<>(PlanChecks.violations(after, members, GRACE, after));
        long moved = IntStream.range(0, after.size())
                .filter(i -> !after.get(i).owner().equals(before.get(i).owner()))
                .count();
        Optional<String> refusal = Exchange.refusal(before, members, shard, to.node());
        boolean has = after.get(shard).isOwner(to.node());
        if (refusal.isPresent() ? moved > 0 : !has || moved > 2) {
            found.add("refused " + refusal + ", has it " + has + ", moved " + moved);
        }
        boolean allOpen = members.stream().allMatch(member -> member.willingness() == Willingness.OPEN);
        boolean ownsSome = before.stream().anyMatch(assignment -> assignment.isOwner(to.node()));
        if (refusal.isPresent() && allOpen && ownsSome) {
            found.add("refused without need: " + refusal);
        }
        if (!Planner.plan(after, members, GRACE).equals(after)) {
            found.add("the planner changes it");
        }
        return found;
    }

    private static List<Member> open(String... nodes) {
        return List.of(nodes).stream()
                .map(node -> new Member(node, 1, Willingness.OPEN))
                .toList();
    }

    private static List<Assignment> settled(int shards, List<Member> members) {
        return Planner.plan(Collections.nCopies(shards, Assignment.NEW), members, GRACE);
    }

    @Test
    void oneWithoutAnyTakesAShardOfItsEqualForNothing() {
        List<Member> members = open("a", "b", "c");
        List<Assignment> plan = settled(2, members);
        assertThat(plan).noneMatch(assignment -> assignment.isOwner("c"));
        List<Assignment> after = Exchange.give(plan, members, GRACE, 0, "c");
        assertThat(after.get(0).owner()).contains("c");
        assertThat(after.get(1).owner()).isEqualTo(plan.get(1).owner());
    }

    @Test
    void whoeverHadToLeaveTheShardHasNoClaimToItAnyMore() {
        List<Member> all = open("a", "b", "c");
        List<Assignment> without = Planner.plan(settled(9, all), open("b", "c"), GRACE);
        int shard = IntStream.range(0, 9)
                .filter(i -> without.get(i).home().isPresent() && without.get(i).isOwner("b"))
                .findFirst()
                .orElseThrow();
        List<Assignment> moved = Exchange.give(without, open("b", "c"), GRACE, shard, "c");
        assertThat(moved.get(shard).home()).isEmpty();
        assertThat(Planner.plan(moved, all, GRACE).get(shard).owner()).contains("c");
    }

    @Test
    void itComesBackToItsNodeWithTheNodesOwn() {
        List<Member> all = open("a", "b", "c");
        List<Assignment> plan = settled(9, all);
        int shard = IntStream.range(0, 9)
                .filter(i -> plan.get(i).isOwner("a"))
                .findFirst()
                .orElseThrow();
        List<Assignment> moved = Exchange.give(plan, all, GRACE, shard, "b");
        List<Assignment> meanwhile = Planner.plan(moved, open("a", "c"), GRACE);
        assertThat(Planner.plan(meanwhile, all, GRACE).get(shard).owner()).contains("b");
    }

    @Test
    void saysWhyNot() {
        List<Member> members = List.of(
                new Member("a", 1000, Willingness.OPEN),
                new Member("drained", 1, Willingness.DRAINING),
                new Member("full", 1, Willingness.REFUSING),
                new Member("light", 1, Willingness.OPEN));
        List<Assignment> plan = settled(4, members);
        assertThat(plan).allMatch(assignment -> assignment.isOwner("a"));
        assertThat(Exchange.refusal(plan, members, 4, "light"))
                .contains("there is no shard 4: they are counted from 0 to 3");
        assertThat(Exchange.refusal(plan, members, -1, "light")).isPresent();
        assertThat(Exchange.refusal(plan, members, 0, "gone")).contains("node 'gone' does not live");
        assertThat(Exchange.refusal(plan, members, 0, "drained"))
                .contains("node 'drained' is draining: undrain it first");
        assertThat(Exchange.refusal(plan, members, 0, "full")).contains("node 'full' takes no new shards");
        assertThat(Exchange.refusal(plan, members, 0, "light"))
                .contains("node 'light' has none to give for it, and shares would become uneven");
        assertThat(Exchange.refusal(plan, members, 0, "a")).as("its own").isEmpty();
    }
}
