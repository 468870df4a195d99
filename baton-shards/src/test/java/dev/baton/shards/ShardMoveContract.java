package dev.baton.shards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.LeaderToken;
import dev.baton.shards.plan.Assignment;
import dev.baton.shards.plan.Member;
import dev.baton.shards.plan.Willingness;
import dev.baton.sql.Baton;
import dev.baton.sql.schema.SchemaComponent;
import dev.baton.testkit.Node;
import dev.baton.testkit.contract.Waits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Operators who move shards while others do, or while everything else changes; and tables of an earlier version. */
abstract class ShardMoveContract extends ShardsFixture {

    private static final String GROUP = "letters";
    private static final int SHARDS = 6;

    private Shards join(Node node, int weight) {
        Shards shards = Shards.of(node.baton(), GROUP, SHARDS)
                .work(ledger.work(node.baton()))
                .every(ROUND, Duration.ofSeconds(4))
                .weight(weight)
                .start();
        open.push(shards);
        return shards;
    }

    private static void untilShares(List<Integer> shares, Shards... nodes) {
        Waits.until("shares of " + shares, () -> {
            Set<Integer> all = new HashSet<>();
            List<Integer> sizes = new ArrayList<>();
            for (Shards shards : nodes) {
                all.addAll(led(shards));
                sizes.add(led(shards).size());
            }
            return sizes.equals(shares)
                    && all.size() == shares.stream().mapToInt(Integer::intValue).sum();
        });
    }

    /** Each is refused in words or done, once; shares stay even, and no key is worked on by two. */
    @Test
    void manyMoveTheSameShardsAtOnce() throws Exception {
        Node one = node("a");
        Shards a = join(one, 1);
        Shards b = join(node("b"), 1);
        Shards c = join(node("c"), 1);
        untilShares(List.of(2, 2, 2), a, b, c);
        ShardGroups groups = new ShardGroups(one.baton());
        ExecutorService operators = Executors.newFixedThreadPool(6);
        open.push(operators::shutdownNow);
        List<Future<Boolean>> asked = new ArrayList<>();
        for (int i = 0; i < 36; i++) {
            String to = List.of("a", "b", "c").get(i % 3);
            int shard = i % 2;
            asked.add(operators.submit(() -> groups.move(GROUP, shard, to)));
        }
        for (Future<Boolean> each : asked) {
            each.get(60, TimeUnit.SECONDS);
        }
        Waits.until(
                "all is done", () -> groups.find(GROUP).orElseThrow().moves().isEmpty());
        untilShares(List.of(2, 2, 2), a, b, c);
        assertNoKeyWasWorkedOnTwice();
    }

    /** A move that was asked for before another number was: it is dropped, or done in the layout that it was meant for. */
    @Test
    void aMoveAndAnotherNumberAtOnce() throws Exception {
        Node one = node("a");
        Shards a = join(one, 1);
        Shards b = join(node("b"), 2);
        untilShares(List.of(2, 4), a, b);
        ShardGroups groups = new ShardGroups(one.baton());
        int shard = led(b).iterator().next();
        assertThat(groups.move(GROUP, shard, "a")).isTrue();
        groups.resize(GROUP, 3);
        Waits.until("the next layout", () -> a.layout().map(Layout::shards).equals(Optional.of(3)));
        untilShares(List.of(1, 2), a, b);
        groups.move(GROUP, led(b).iterator().next(), "a");
        groups.drain(GROUP, "a");
        untilShares(List.of(0, 3), a, b);
        assertThatThrownBy(() -> groups.move(GROUP, 0, "a")).hasMessageContaining("'a' is draining");
        groups.undrain(GROUP, "a");
        untilShares(List.of(1, 2), a, b);
        assertNoKeyWasWorkedOnTwice();
    }

    /** Nobody coordinates: what was asked for is shown as waiting, and later dropped. */
    @Test
    void aMoveThatWaitsForItsCoordinatorIsShown() throws Exception {
        Node node = node("a");
        ShardStore store = new ShardStore(node.baton(), GROUP);
        store.use((s, c) -> {
            s.found(c, 2, Optional.empty());
            s.beat(c, new Member("a", 1, Willingness.OPEN), 0);
            s.beat(c, new Member("b", 1, Willingness.OPEN), 0);
            return null;
        });
        LeaderToken token = node.lead(GroupNames.coordinator(GROUP), strategy());
        node.baton().fenced(token, c -> store.replacePlan(c, token, List.of(owned("a", "b"), owned("b", "a"))));
        ShardGroups groups = new ShardGroups(node.baton());
        assertThat(groups.find(GROUP).orElseThrow().moves()).isEmpty();
        assertThat(groups.move(GROUP, 0, "b")).isTrue();
        assertThat(groups.find(GROUP).orElseThrow().moves()).singleElement().satisfies(move -> {
            assertThat(move.shard()).isZero();
            assertThat(move.node()).isEqualTo("b");
        });
        assertThat(groups.list())
                .singleElement()
                .satisfies(group -> assertThat(group.moves()).hasSize(1));
        execute("UPDATE baton_shard_moves SET asked_at = '2001-01-01 00:00:00'");
        assertThat(groups.find(GROUP).orElseThrow().moves()).isEmpty();
    }

    private static Assignment owned(String owner, String heir) {
        return new Assignment(Optional.of(owner), Optional.of(heir), Optional.empty(), Duration.ZERO);
    }

    /** The first tables had neither drains nor moves: a program of today brings them up to date, and goes on in the layout that it finds. */
    @Test
    void aGroupOfTheFirstTablesGoesOn() throws Exception {
        SchemaComponent first = new SchemaComponent("shards", ShardsSchema.class, List.of("shards-1-groups"));
        Baton.on(database.dataSource()).node("old").component(first).start().close();
        String then = "'2025-01-01 00:00:00'";
        execute(
                "INSERT INTO baton_shard_groups (group_name, layout, shards, wanted, state, version, lease_epoch, holder_id,"
                        + " changed_at) VALUES ('" + GROUP + "', 3, 4, 4, 'active', 17, 1, 'old#1', " + then + ")");
        execute(
                "INSERT INTO baton_shard_members (group_name, node_id, holder_id, weight, state, version, seen_at) VALUES ('"
                        + GROUP + "', 'old', 'old#1', 1, 'open', 17, " + then + ")");
        for (int shard = 0; shard < 4; shard++) {
            execute("INSERT INTO baton_shard_plan (group_name, shard, owner_node, heir_node, home_node, home_since,"
                    + " lease_epoch) VALUES ('" + GROUP + "', " + shard + ", 'old', '', '', " + then + ", 1)");
        }
        Node node = node("a");
        Shards a = join(node, 1);
        untilShares(List.of(4), a);
        assertThat(a.layout()).contains(new Layout(3, 4));
        // One of the version before may still be started beside it.
        Baton.on(database.dataSource()).node("old").component(first).start().close();
        Shards b = join(node("b"), 1);
        untilShares(List.of(2, 2), a, b);
        assertThat(new ShardGroups(node.baton()).move(GROUP, led(a).iterator().next(), "b"))
                .isTrue();
        untilShares(List.of(2, 2), a, b);
        assertNoKeyWasWorkedOnTwice();
    }

    /**
     * What a later program may write beside this one, as long as its migrations say that this one may run: more columns, a word that is
     * not known here, a row of work that cannot be read. It has its share, and when it is gone shares are even without it.
     */
    @Test
    void whatALaterProgramWritesIsBorne() throws Exception {
        Shards a = join(node("a"), 1);
        Node other = node("b");
        Shards b = join(other, 1);
        untilShares(List.of(3, 3), a, b);
        for (String table : List.of("groups", "members", "plan", "drains", "moves", "work")) {
            execute("ALTER TABLE baton_shard_" + table + " ADD COLUMN later varchar(20) DEFAULT 'new'");
        }
        String now = "seen_at FROM baton_shard_members WHERE node_id = 'a'"; // no report follows, so it is gone after a
        // while
        execute("INSERT INTO baton_shard_work (group_name, node_id, holder_id, layout, span_ms, pieces, counted_at)"
                + " SELECT group_name, 'later', 'later#1', 1, 60000, '{\"3\": 120}', " + now);
        execute("INSERT INTO baton_shard_members (group_name, node_id, holder_id, weight, state, version, seen_at)"
                + " SELECT group_name, 'later', 'later#1', 1, 'resting', 1000, " + now);
        ShardGroups groups = new ShardGroups(other.baton());
        Waits.until("it has its share", () -> groups.find(GROUP).orElseThrow().ownedBy("later") == 2);
        assertThat(groups.find(GROUP).orElseThrow().nodes())
                .extracting(ShardGroup.Node::state)
                .containsOnly(ShardGroup.NodeState.OPEN)
                .hasSize(3);
        Waits.until("it is gone", () -> groups.find(GROUP).orElseThrow().ownedBy("later") == 0);
        untilShares(List.of(3, 3), a, b);
        a.resize(4);
        untilShares(List.of(2, 2), a, b);
        untilAllKeysWorkedOn(2);
        assertNoKeyWasWorkedOnTwice();
    }
}
