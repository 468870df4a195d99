package dev.baton.shards.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Drawn histories of joins, deaths, drains, refusals, weights, returns and new layouts; what must hold, after each step. */
class PlannerTest {

    private static final Duration GRACE = Duration.ofMinutes(5);
    private static final int HISTORIES = 1000;
    private static final int STEPS = 25;

    @Test
    void everyPlanOfEveryHistoryIsEvenAndMovesNoMoreThanItMust() {
        for (long seed = 0; seed < HISTORIES; seed++) {
            History history = new History(seed);
            for (int step = 0; step < STEPS; step++) {
                history.step();
                assertThat(history.violations())
                        .as("seed %s, step %s, %s", seed, step, history.members)
                        .isEmpty();
            }
        }
    }

    /** One cluster's life. */
    private static final class History {
        private final Random random;
        private final boolean small;
        private final Map<String, Member> members = new TreeMap<>();
        private final Map<String, Member> gone = new TreeMap<>();
        private List<Assignment> before;
        private List<Assignment> plan;

        History(long seed) {
            random = new Random(seed);
            small = seed % 3 == 0; // the others have equal weights, for which the least number of moves has a formula
            plan = fresh();
        }

        private List<Assignment> fresh() {
            return Collections.nCopies(1 + random.nextInt(small ? 9 : 64), Assignment.NEW);
        }

        void step() {
            before = older(plan, Duration.ofSeconds(random.nextInt(200)));
            switch (random.nextInt(10)) {
                case 0 -> before = fresh();
                case 1, 2, 3 -> join("n" + random.nextInt(small ? 4 : 12));
                case 4, 5 -> someone().ifPresent(m -> gone.put(m.node(), members.remove(m.node())));
                case 6, 7 -> gone.keySet().stream().findFirst().ifPresent(node -> members.put(node, gone.remove(node)));
                case 8 ->
                    someone()
                            .ifPresent(
                                    m -> change(m, List.of(Willingness.values()).get(random.nextInt(3))));
                default -> someone().ifPresent(m -> change(m, Willingness.OPEN));
            }
            List<Member> shuffled = new ArrayList<>(members.values());
            Collections.shuffle(shuffled, random);
            plan = Planner.plan(before, shuffled, GRACE);
        }

        private void join(String node) {
            gone.remove(node);
            members.put(node, new Member(node, weight(), Willingness.OPEN));
        }

        private int weight() {
            return small ? 1 + random.nextInt(4) : 1;
        }

        private void change(Member member, Willingness willingness) {
            members.put(member.node(), new Member(member.node(), weight(), willingness));
        }

        private Optional<Member> someone() {
            List<Member> all = List.copyOf(members.values());
            return all.isEmpty() ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
        }

        List<String> violations() {
            List<Member> now = List.copyOf(members.values());
            List<String> found = new ArrayList<>(PlanChecks.violations(before, now, GRACE, plan));
            if (!plan.equals(Planner.plan(before, now, GRACE))) {
                found.add("the order of the members makes a difference");
            }
            if (!owners(Planner.plan(plan, now, GRACE)).equals(owners(plan))
                    || !heirs(Planner.plan(plan, now, GRACE)).equals(heirs(plan))) {
                found.add("a change without a cause");
            }
            return found;
        }
    }

    private static List<Assignment> older(List<Assignment> plan, Duration by) {
        return plan.stream()
                .map(a -> new Assignment(
                        a.owner(),
                        a.heir(),
                        a.home(),
                        a.home().isPresent() ? a.away().plus(by) : Duration.ZERO))
                .toList();
    }

    private static List<Optional<String>> owners(List<Assignment> plan) {
        return plan.stream().map(Assignment::owner).toList();
    }

    private static List<Optional<String>> heirs(List<Assignment> plan) {
        return plan.stream().map(Assignment::heir).toList();
    }

    private static List<Member> nodes(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Member("n" + (char) ('a' + i), 1, Willingness.OPEN))
                .toList();
    }

    private static List<Member> without(List<Member> all, Member one) {
        return all.stream().filter(member -> !member.equals(one)).toList();
    }

    private static List<Assignment> settled(int shards, List<Member> members) {
        return Planner.plan(Collections.nCopies(shards, Assignment.NEW), members, GRACE);
    }

    @ParameterizedTest
    @CsvSource({"16,3", "64,4", "64,5", "7,3", "1024,7", "5,8"})
    void aRollingDeployMovesEachShardThereAndBack(int shards, int count) {
        List<Member> all = nodes(count);
        List<Assignment> first = settled(shards, all);
        List<Assignment> plan = first;
        for (Member restarted : all) {
            List<Assignment> meanwhile = Planner.plan(plan, without(all, restarted), GRACE);
            for (int shard = 0; shard < shards; shard++) {
                Optional<String> owner = plan.get(shard).owner();
                Optional<String> expected =
                        owner.get().equals(restarted.node()) ? plan.get(shard).heir() : owner;
                assertThat(meanwhile.get(shard).owner()).isEqualTo(expected);
            }
            plan = Planner.plan(older(meanwhile, GRACE), all, GRACE);
            assertThat(owners(plan)).isEqualTo(owners(first));
        }
    }

    @Test
    void aNodeThatIsDrainedStoppedAndStartedGetsItsOwnBack() {
        List<Member> all = nodes(4);
        Member drained = new Member("nb", 1, Willingness.DRAINING);
        List<Assignment> first = settled(64, all);
        List<Member> draining = new ArrayList<>(without(all, all.get(1)));
        draining.add(drained);
        List<Assignment> plan = Planner.plan(first, draining, GRACE);
        plan = Planner.plan(older(plan, Duration.ofMinutes(2)), without(draining, drained), GRACE);
        plan = Planner.plan(older(plan, Duration.ofMinutes(2)), all, GRACE);
        assertThat(owners(plan)).isEqualTo(owners(first));
    }

    @Test
    void afterTheGraceNobodyHasAClaim() {
        List<Member> all = nodes(4);
        List<Assignment> plan = Planner.plan(settled(64, all), without(all, all.get(0)), GRACE);
        assertThat(plan).anyMatch(a -> a.home().isPresent());
        plan = Planner.plan(older(plan, GRACE.plusMillis(1)), without(all, all.get(0)), GRACE);
        assertThat(owners(plan)).allMatch(Optional::isPresent);
        List<Assignment> next = Planner.plan(plan, all, GRACE);
        assertThat(next).allMatch(a -> a.home().isEmpty());
    }

    @Test
    void aDeadNodesShardsGoToAllSurvivors() {
        List<Member> all = nodes(5);
        List<Assignment> plan = settled(100, all);
        long heirsOfOne = plan.stream()
                .filter(a -> a.isOwner("nc"))
                .map(a -> a.heir().orElseThrow())
                .distinct()
                .count();
        assertThat(heirsOfOne).isEqualTo(4);
    }

    @Test
    void nobodyStandsForManyMoreThanOthers() {
        List<Assignment> plan = settled(64, nodes(16));
        for (Member member : nodes(16)) {
            assertThat(plan.stream().filter(a -> a.isHeir(member.node())).count())
                    .isBetween(3L, 5L);
        }
    }

    @Test
    void sharesFollowWeights() {
        List<Member> members =
                List.of(new Member("large", 3, Willingness.OPEN), new Member("small", 1, Willingness.OPEN));
        List<Assignment> plan = settled(64, members);
        assertThat(plan.stream().filter(a -> a.isOwner("large")).count()).isEqualTo(48);
    }

    @Test
    void whenEverybodyDrainsNobodyHasAnythingAndEachGetsItsOwnBack() {
        List<Assignment> first = settled(16, nodes(3));
        List<Member> draining = nodes(3).stream()
                .map(m -> new Member(m.node(), 1, Willingness.DRAINING))
                .toList();
        List<Assignment> none = Planner.plan(first, draining, GRACE);
        assertThat(owners(none)).allMatch(Optional::isEmpty);
        assertThat(owners(Planner.plan(older(none, Duration.ofSeconds(9)), nodes(3), GRACE)))
                .isEqualTo(owners(first));
    }

    /** The checks themselves: each kind of bad plan is called by its name. */
    @Test
    void everyPlantedFaultIsFound() {
        List<Member> members = nodes(4);
        List<Assignment> first = settled(16, members);
        List<Assignment> good = Planner.plan(first, without(members, members.get(3)), GRACE);
        List<Member> survivors = without(members, members.get(3));
        assertThat(PlanChecks.violations(first, survivors, GRACE, good)).isEmpty();

        assertFound(
                first,
                survivors,
                tampered(good, 0, a -> new Assignment(Optional.empty(), a.heir(), a.home(), a.away())),
                "forgotten");
        assertFound(
                first,
                survivors,
                tampered(good, 0, a -> new Assignment(Optional.of("nd"), a.heir(), a.home(), a.away())),
                "forgotten");
        assertFound(
                first,
                survivors,
                tampered(good, 0, a -> new Assignment(a.owner(), a.owner(), a.home(), a.away())),
                "forgotten");
        assertFound(first, survivors, good.subList(1, 16), "forgotten");
        assertFound(first, survivors, each(good, a -> a.isOwner("nb") ? owned(a, "na") : a), "uneven shares");
        assertFound(
                first,
                survivors,
                each(good, a -> owned(a, a.isOwner("na") ? "nb" : a.isOwner("nb") ? "na" : "nc")),
                "moves");
        assertFound(
                first,
                survivors,
                each(good, a -> a.isOwner("na") ? new Assignment(a.owner(), Optional.of("nb"), a.home(), a.away()) : a),
                "uneven shares after the death of na");
    }

    private static void assertFound(List<Assignment> before, List<Member> members, List<Assignment> bad, String what) {
        assertThat(PlanChecks.violations(before, members, GRACE, bad))
                .anyMatch(violation -> violation.startsWith(what));
    }

    private static Assignment owned(Assignment old, String owner) {
        String heir = owner.equals("na") ? "nc" : "na";
        return new Assignment(Optional.of(owner), Optional.of(heir), old.home(), old.away());
    }

    private static List<Assignment> each(List<Assignment> plan, UnaryOperator<Assignment> fault) {
        return plan.stream().map(fault).toList();
    }

    private static List<Assignment> tampered(List<Assignment> plan, int shard, UnaryOperator<Assignment> fault) {
        List<Assignment> bad = new ArrayList<>(plan);
        bad.set(shard, fault.apply(bad.get(shard)));
        return bad;
    }
}
