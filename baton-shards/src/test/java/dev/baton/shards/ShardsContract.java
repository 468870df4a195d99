package dev.baton.shards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.LeadershipEvent.Kind;
import dev.baton.SetupRefusedException;
import dev.baton.sql.Candidacy;
import dev.baton.testkit.Node;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.contract.Waits;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a group of shards does on every database: real instances that crash, join, drain and change the number. */
abstract class ShardsContract extends ShardsFixture {

    private static final String GROUP = "orders";

    private final Map<String, Seat> seats = new TreeMap<>();

    /** Together: one after the other would move the shards of each to those that are left. */
    @AfterEach
    void closeSeats() {
        seats.values().parallelStream().forEach(seat -> seat.shards().close());
    }

    /** A node of the group. */
    private record Seat(Node node, Shards shards) {

        Set<Integer> leads() {
            return led(shards);
        }
    }

    private Seat join(String id, Duration absentAfter) {
        Node node = node(id);
        Shards shards = Shards.of(node.baton(), GROUP, 16)
                .work(ledger.work(node.baton()))
                .every(ROUND, absentAfter)
                .start();
        Seat seat = new Seat(node, shards);
        seats.put(id, seat);
        return seat;
    }

    private Seat join(String id) {
        return join(id, Duration.ofSeconds(4));
    }

    private void crash(Seat seat) {
        seats.remove(seat.node().id());
        seat.node().crash();
        open.push(seat.shards()); // closed at the end of the test
    }

    /** All shards are led, each by the one whom the plan names, in shares that differ by one at most. */
    private void untilEven(int shards, String... nodes) {
        Waits.until(shards + " shards led evenly by " + List.of(nodes), () -> isEven(shards, List.of(nodes)));
    }

    private boolean isEven(int shards, List<String> nodes) {
        Set<Integer> led = new HashSet<>();
        List<Integer> shares = new ArrayList<>();
        for (String node : nodes) {
            Set<Integer> own = seats.get(node).leads();
            led.addAll(own);
            shares.add(own.size());
        }
        int sum = shares.stream().mapToInt(Integer::intValue).sum();
        int least = shards / nodes.size();
        return led.size() == shards
                && sum == shards
                && shares.stream()
                        .allMatch(share -> share == least || (share == least + 1 && shards % nodes.size() != 0));
    }

    private Set<Integer> owned(String node) {
        return seats.values().iterator().next().shards().plan().stream()
                .filter(place -> place.owner().equals(Optional.of(node)))
                .map(ShardPlace::shard)
                .collect(Collectors.toSet());
    }

    @Test
    void sharesStayEvenThroughCrashJoinAndDrain() throws Exception {
        join("a");
        join("b");
        Seat c = join("c");
        untilEven(16, "a", "b", "c");

        crash(c);
        untilEven(16, "a", "b");

        join("d");
        untilEven(16, "a", "b", "d");

        seats.get("b").shards().drain().get(TestPatience.LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        assertThat(seats.get("b").leads()).isEmpty();
        untilEven(16, "a", "d");

        seats.get("b").shards().open();
        untilEven(16, "a", "b", "d");
        assertNoKeyWasWorkedOnTwice();
    }

    /** The plan cannot change while the dead node is still waited for: whoever leads its shards was their heir. */
    @Test
    void heirsTakeOverWithoutAnyPlan() throws Exception {
        Duration longWait = TestPatience.LONGEST_WAIT.multipliedBy(4);
        join("a", longWait);
        join("b", longWait);
        join("c", longWait);
        untilEven(16, "a", "b", "c");
        String coordinator = coordinator();
        crash(seats.get(coordinator));
        untilEven(16, seats.keySet().toArray(String[]::new));
        assertThat(owned(coordinator)).isNotEmpty();
        assertNoKeyWasWorkedOnTwice();
    }

    private String coordinator() throws SQLException {
        return seats.values().iterator().next().node().baton().leadership().leaders().stream()
                .filter(leader -> leader.role().equals(GroupNames.coordinator(GROUP)))
                .findFirst()
                .orElseThrow()
                .nodeId();
    }

    @Test
    void theCoordinatorsDeathInTheMiddleOfMovesOnlyDelaysThem() throws Exception {
        join("a");
        join("b");
        untilEven(16, "a", "b");
        Seat dying = seats.get(coordinator());
        Seat joining = join("c");
        Waits.until("the first shard has moved", () -> !joining.leads().isEmpty());
        crash(dying);
        join("d");
        untilEven(16, seats.keySet().toArray(String[]::new));
        assertNoKeyWasWorkedOnTwice();
    }

    @Test
    void aNodeThatComesBackGetsItsOwnShards() throws Exception {
        join("a");
        join("b");
        join("c");
        untilEven(16, "a", "b", "c");
        Set<Integer> own = seats.get("b").leads();
        Seat stopped = seats.remove("b");
        stopped.shards().close();
        stopped.node().close();
        untilEven(16, "a", "c");
        join("b");
        untilEven(16, "a", "b", "c");
        assertThat(seats.get("b").leads()).isEqualTo(own);
        assertNoKeyWasWorkedOnTwice();
    }

    @Test
    void theNumberChangesWhileKeysAreWorkedOn() throws Exception {
        join("a");
        join("b");
        join("c");
        untilEven(16, "a", "b", "c");
        seats.get("a").shards().resize(5);
        untilLayout(new Layout(2, 5));
        untilEven(5, "a", "b", "c");
        seats.get("b").shards().resize(24);
        untilLayout(new Layout(3, 24));
        untilEven(24, "a", "b", "c");
        untilAllKeysWorkedOn(3);
        assertNoKeyWasWorkedOnTwice();
    }

    private void untilLayout(Layout layout) {
        Waits.until(
                "everybody sees " + layout,
                () -> seats.values().stream()
                        .allMatch(seat -> seat.shards().layout().equals(Optional.of(layout))));
    }

    /** Somebody does not notice that the layout is to end, and works on: the next one waits until that term is over. */
    @Test
    void noLayoutBeginsWhileATermOfTheLastOneWorks() throws Exception {
        Node deaf = node("deaf");
        ShardStore store = new ShardStore(deaf.baton(), GROUP);
        store.use((s, c) -> s.found(c, 16, Optional.empty()));
        int shard = new Layout(1, 16).shardOf(KeyLedger.KEYS.get(0));
        ShardSeat seat = seat(deaf, store, shard, ledger.work(deaf.baton()));
        seat.open();
        Waits.until("the deaf one works", () -> commitsOf("deaf") > 0);
        Seat other = join("a");
        Waits.until("all others are led", () -> other.leads().size() == 15);

        other.shards().resize(4);
        Waits.until("all others have ended", () -> other.leads().isEmpty());
        long before = commitsOf("deaf");
        // On a machine that stands still its term may be lost meanwhile: then the next layout may begin, but only then.
        Waits.until(
                "the deaf one works on",
                () -> commitsOf("deaf") > before + 20 || seat.term().isEmpty());
        seat.close();
        untilLayout(new Layout(2, 4));
        untilAllKeysWorkedOn(2);
        assertNoKeyWasWorkedOnTwice();
    }

    private long commitsOf(String node) throws SQLException {
        return ledger.all().stream().filter(done -> done.node().equals(node)).count();
    }

    private ShardSeat seat(Node node, ShardStore store, int shard, ShardWork work) {
        ShardSettings settings = new ShardSettings(
                GROUP,
                16,
                role -> Candidacy.of(role).with(strategy()),
                ROUND,
                ROUND,
                ROUND,
                work,
                new ShardListener() {});
        return new ShardSeat(node.baton(), store, settings, new WorkLog(ROUND), new Layout(1, 16), shard);
    }

    /** Somebody who has missed that a layout has ended gets the role of a shard, and must not work. */
    @Test
    void aTermThatBeginsAfterItsLayoutHasEndedDoesNoWork() throws Exception {
        join("a");
        untilEven(16, "a");
        seats.get("a").shards().resize(4);
        untilLayout(new Layout(2, 4));
        Node late = node("late");
        List<ShardTerm> worked = new ArrayList<>();
        ShardSeat seat = seat(late, new ShardStore(late.baton(), GROUP), 12, worked::add);
        seat.open();
        late.events().await(Kind.LEADER_RELEASED, GroupNames.shard(GROUP, 12));
        seat.close();
        assertThat(worked).isEmpty();
    }

    /** On a machine that stands still a node may just have been given up: then it gets its half back. */
    private void assertThatHalfIsSeen(ShardGroups outside) throws SQLException {
        ShardGroup seen = outside.list().get(0);
        assertThat(seen.name()).isEqualTo(GROUP);
        assertThat(seen.layout()).isEqualTo(new Layout(1, 16));
        assertThat(seen.withoutLeader()).isEmpty();
        for (String node : List.of("a", "b")) {
            assertThat(seen.ledBy(node)).as(node).isEqualTo(8).isEqualTo(seen.ownedBy(node));
        }
        for (ShardTerm term : seats.get("a").shards().leading()) {
            assertThat(seen.shards().get(term.shard()).leader().orElseThrow().epoch())
                    .isEqualTo(term.token().epoch());
        }
    }

    /** Somebody who is no part of the group, as a server is. */
    @Test
    void whoLooksFromOutsideSeesWhatIsLedAndHasNodesDrainAndTheNumberChange() throws Exception {
        ShardGroups outside = new ShardGroups(node("outside").baton());
        assertThat(outside.list()).isEmpty();
        join("a");
        join("b");
        untilEven(16, "a", "b");

        await().atMost(TestPatience.LONGEST_WAIT).untilAsserted(() -> assertThatHalfIsSeen(outside));

        List<String> noted = new ArrayList<>();
        assertThat(outside.noting(c -> noted.add("drain")).drain(GROUP, "b")).isTrue();
        assertThat(outside.noting(c -> noted.add("nobody")).drain(GROUP, "nobody"))
                .isFalse();
        assertThat(noted).containsExactly("drain");
        untilEven(16, "a");
        assertThat(outside.find(GROUP).orElseThrow().nodes())
                .extracting(ShardGroup.Node::state)
                .containsExactly(ShardGroup.NodeState.OPEN, ShardGroup.NodeState.DRAINING);

        Seat stopped = seats.remove("b");
        stopped.shards().close();
        stopped.node().close();
        join("b");
        untilEven(16, "a", "b"); // it was that process that was asked
        assertThat(outside.drain(GROUP, "a")).isTrue();
        untilEven(16, "b");
        assertThat(outside.undrain(GROUP, "a")).isTrue();
        assertThat(outside.undrain(GROUP, "a")).isFalse();
        assertThat(outside.resize(GROUP, 6)).isTrue();
        assertThat(outside.resize("none", 6)).isFalse();
        untilLayout(new Layout(2, 6));
        untilEven(6, "a", "b");
        assertThat(outside.find("none")).isEmpty();
        assertNoKeyWasWorkedOnTwice();
    }

    @Test
    void anOperatorMovesAShardAndSharesStayEven() throws Exception {
        join("a");
        Seat b = join("b");
        untilEven(16, "a", "b");
        ShardGroups groups = new ShardGroups(b.node().baton());
        int shard = owned("a").iterator().next();
        Set<Integer> others = new HashSet<>(b.leads());

        assertThat(groups.move(GROUP, shard, "b")).isTrue();
        Waits.until("b leads shard " + shard, () -> b.leads().contains(shard));
        untilEven(16, "a", "b");
        others.retainAll(b.leads());
        assertThat(others).as("all but the one that was given for it").hasSize(7);
        assertThat(groups.move(GROUP, shard, "b")).as("it is there").isFalse();

        assertThatThrownBy(() -> groups.move(GROUP, 16, "b"))
                .isInstanceOf(ShardMoveRefusedException.class)
                .hasMessageContaining("from 0 to 15");
        assertThatThrownBy(() -> groups.move(GROUP, shard, "z")).hasMessageContaining("'z' does not live");
        assertThatThrownBy(() -> groups.move("none", 0, "b")).hasMessageContaining("there is no group 'none'");
        groups.drain(GROUP, "a");
        Waits.until("b leads all", () -> b.leads().size() == 16);
        assertThatThrownBy(() -> groups.move(GROUP, shard, "a")).hasMessageContaining("'a' is draining");
        assertNoKeyWasWorkedOnTwice();
    }

    /** The ledger's fenced transactions, or what its work counts instead. */
    @Test
    void howMuchWorkEachShardHasIsSeenFromOutside() throws Exception {
        Seat a = join("a");
        Seat b = join("b");
        untilEven(16, "a", "b");
        ShardGroups groups = new ShardGroups(a.node().baton());
        Waits.until("work is seen on both nodes", () -> {
            ShardGroup seen = groups.find(GROUP).orElseThrow();
            return seen.loadOf("a").orElse(0) > 0 && seen.loadOf("b").orElse(0) > 0;
        });
        Set<Integer> withKeys =
                KeyLedger.KEYS.stream().map(new Layout(1, 16)::shardOf).collect(Collectors.toSet());
        ShardLoad load = groups.find(GROUP).orElseThrow().load().orElseThrow();
        for (int shard = 0; shard < 16; shard++) {
            if (!withKeys.contains(shard)) {
                assertThat(load.perSecond().get(shard)).as("shard without keys").isZero();
            }
        }
        int busy = b.shards().leading().get(0).shard();
        Waits.until("it is the busiest", () -> {
            Stream.of(a, b)
                    .flatMap(seat -> seat.shards().leading().stream())
                    .filter(term -> term.shard() == busy)
                    .forEach(term ->
                            term.worked(1_000_000)); // what was done before the first reading is not of the last minute
            return groups.find(GROUP).orElseThrow().load().orElseThrow().busiest() == busy;
        });
        assertThat(groups.list().get(0).skew().orElseThrow()).isBetween(1.5, 2.0);

        groups.resize(GROUP, 4);
        untilLayout(new Layout(2, 4));
        Waits.until(
                "work of the next layout alone",
                () -> groups.find(GROUP)
                        .orElseThrow()
                        .load()
                        .filter(of -> of.perSecond().size() == 4 && of.total() < 10_000)
                        .isPresent());
    }

    @Test
    void whatThisNodeLeadsIsFoundByKey() {
        Seat only = join("a");
        untilEven(16, "a");
        ShardTerm term = only.shards().leading("order-1").orElseThrow();
        assertThat(term.shard()).isEqualTo(new Layout(1, 16).shardOf("order-1"));
        assertThat(term.token().role()).isEqualTo("orders." + term.shard());
        only.shards().close();
        assertThat(only.shards().leading("order-1")).isEmpty();
    }

    @Test
    void refusesABatonWithoutTheTables() {
        Node bare = cluster.node("bare");
        assertThatThrownBy(() -> Shards.of(bare.baton(), GROUP, 16).start())
                .isInstanceOf(SetupRefusedException.class)
                .hasMessageContaining(".component(ShardsSchema.COMPONENT)");
    }
}
