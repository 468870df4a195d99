package dev.baton.shards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Campaign.Standing;
import dev.baton.shards.plan.Assignment;
import dev.baton.shards.plan.Member;
import dev.baton.shards.plan.Willingness;
import dev.baton.sql.Candidacy;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.Node;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.Waits;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What one node does of a plan in one round, the plan given by hand. What differs between databases is not in it. */
class ShardSeatsTest extends ShardsFixture {

    private static final String GROUP = "parcels";
    private static final int SHARDS = 4;

    /** So short that only what a round does in any case is done. */
    private static final Duration NO_TIME = Duration.ofNanos(1);

    @Override
    protected TestDatabase fresh() {
        return H2Database.fresh();
    }

    private ShardStore founded(Node node) throws SQLException {
        ShardStore store = new ShardStore(node.baton(), GROUP);
        store.use((s, c) -> s.found(c, SHARDS, Optional.empty()));
        return store;
    }

    private ShardSettings settings(Node node, Duration round) {
        return new ShardSettings(
                GROUP, SHARDS, Candidacy::of, round, ROUND, ROUND, ledger.work(node.baton()), new ShardListener() {});
    }

    private ShardSeats seats(Node node, Duration round) throws SQLException {
        return new ShardSeats(node.baton(), founded(node), settings(node, round), new WorkLog(ROUND));
    }

    private static GroupView allBelongTo(String owner, MemberRow... members) {
        return all(new Assignment(Optional.of(owner), Optional.empty(), Optional.empty(), Duration.ZERO), members);
    }

    private static GroupView all(Assignment assignment, MemberRow... members) {
        TreeMap<Integer, Assignment> plan = new TreeMap<>();
        Collections.nCopies(SHARDS, assignment).forEach(each -> plan.put(plan.size(), each));
        return GroupView.of(GroupState.first(SHARDS), plan, List.of(members));
    }

    private static MemberRow report(String node, long number) {
        return new MemberRow(new Member(node, 1, Willingness.OPEN), node + "-1", 1, number, Duration.ZERO);
    }

    @Test
    void nothingIsStoodForAfterTheClosing() throws Exception {
        Node node = node("a");
        ShardSeats seats = seats(node, ROUND);
        seats.close();
        seats.act(allBelongTo("a"), true);
        assertThat(node.baton().campaigns()).isEmpty();
    }

    /** A node that stood for a thousand in one go would be silent for so long that the others plan without it. */
    @Test
    void whoStandsForManyHasRoundsInBetween() throws Exception {
        Node node = node("a");
        try (ShardSeats seats = seats(node, NO_TIME)) {
            for (int stoodFor = 1; stoodFor < SHARDS; stoodFor++) {
                assertThat(seats.act(allBelongTo("a"), true)).isFalse();
                assertThat(node.baton().campaigns()).hasSize(stoodFor);
            }
            assertThat(seats.act(allBelongTo("a"), true)).isTrue();
            assertThat(node.baton().campaigns()).hasSize(SHARDS);
        }
    }

    /** Whether the owner stands for a shard is asked of the database, for each of them. */
    @Test
    void whoHandsManyOverHasRoundsInBetween() throws Exception {
        Node a = node("a");
        Node b = node("b");
        try (ShardSeats seats = seats(a, NO_TIME)) {
            Waits.until("all are stood for", () -> seats.act(allBelongTo("a"), true));
            Waits.until("all are led", () -> seats.terms().size() == SHARDS);
            for (int shard = 0; shard < SHARDS; shard++) {
                b.baton().campaign(GroupNames.shard(GROUP, shard));
            }
            AtomicLong reports = new AtomicLong();
            look(seats, reports);
            assertThat(look(seats, reports)).as("all handed over in one round").isFalse();
            Waits.until("the owner leads all", () -> {
                look(seats, reports);
                return b.baton().campaigns().stream().allMatch(led -> led.standing() == Standing.LEADING);
            });
        }
    }

    private static boolean look(ShardSeats seats, AtomicLong reports) {
        seats.beforeLook();
        return seats.act(allBelongTo("b", report("b", reports.incrementAndGet())), true);
    }

    /** Its first shard is asked for in every round and refused in every round, which takes as long as a round has. */
    @Test
    void aShardThatIsRefusedCostsNoOtherItsTurn() throws Exception {
        Node node = node("a");
        node.baton().campaign(GroupNames.shard(GROUP, 0));
        try (ShardSeats seats = seats(node, NO_TIME)) {
            for (int round = 0; round < 2 * SHARDS; round++) {
                seats.act(allBelongTo("a"), true);
            }
            assertThat(node.baton().campaigns())
                    .as("that of the application, and the three others")
                    .hasSize(SHARDS);
        }
    }

    /** Else it would lead the shard for ever, and its group would wait for it for ever. */
    @Test
    void whoHasNoThreadForLeavingAShardLeavesItLater() throws Exception {
        Node node = node("a");
        AtomicBoolean none = new AtomicBoolean(true);
        ExecutorService threads = new ThreadPoolExecutor(0, SHARDS, 1, TimeUnit.SECONDS, new SynchronousQueue<>()) {
            @Override
            public void execute(Runnable task) {
                if (none.get()) {
                    throw new OutOfMemoryError("unable to create native thread");
                }
                super.execute(task);
            }
        };
        try (ShardSeats seats =
                new ShardSeats(node.baton(), founded(node), settings(node, ROUND), new WorkLog(ROUND), threads)) {
            Waits.until("all are stood for", () -> seats.act(allBelongTo("a"), true));
            assertThatThrownBy(() -> seats.act(all(Assignment.NEW), true)).isInstanceOf(OutOfMemoryError.class);
            none.set(false);
            seats.act(all(Assignment.NEW), true);
            Waits.until("all are left", () -> node.baton().campaigns().isEmpty());
        }
    }
}
