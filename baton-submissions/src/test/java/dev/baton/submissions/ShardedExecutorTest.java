package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.submissions.gateway.FakeGateway;
import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.gateway.GatewayCall;
import dev.baton.submissions.gateway.GatewayLimits;
import dev.baton.submissions.model.OutcomeStatus;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nodes that come and go and a number of shards that changes, while a gateway takes 20 ms for each call. */
class ShardedExecutorTest {

    private static final Executor LATER = CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS);

    private final List<Call> calls = new CopyOnWriteArrayList<>();

    /** A call from its beginning to its answer, in nanoseconds. */
    private record Call(String node, String id, int attempt, long from, long to) {

        String target() {
            return ManyTargets.target(id);
        }

        boolean overlaps(Call other) {
            return from < other.to && other.from < to;
        }
    }

    private void slow(String node, FakeGateway gateway) {
        gateway.answeringLater(call -> {
            long from = System.nanoTime();
            return CompletableFuture.supplyAsync(() -> answer(node, call, from), LATER);
        });
    }

    private GatewayAnswer answer(String node, GatewayCall call, long from) {
        calls.add(new Call(node, call.intentId(), call.attempt(), from, System.nanoTime()));
        return new GatewayAnswer.Accepted("slow");
    }

    private TestNode.Setup node(DataSource source, Databases engine, String name) {
        return TestNode.on(source)
                .named(name)
                .strategy(engine.strategy())
                .with(settings -> ManyTargets.settings().concurrency(1))
                .fake(fake -> slow(name, fake))
                .shards(ManyTargets.SHARDS);
    }

    /**
     * Shards move to a node that joins and from one that leaves, and the number changes, up and down. What was accepted before the
     * first node has a definite order; of what is accepted meanwhile two may be read in different looks.
     */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB"})
    void everyIntentIsCalledOnceAndEachTargetByOneNodeAtATimeInOrder(Databases engine) throws Exception {
        DataSource source = engine.fresh();
        try (TestNode client = node(source, engine, "client").observing().start()) {
            List<String> ordered = ManyTargets.submit(client, "early", 10);
            List<String> ids = new ArrayList<>(ordered);
            try (TestNode one = node(source, engine, "one").start();
                    TestNode two = node(source, engine, "two").start()) {
                try (TestNode three = node(source, engine, "three").start()) {
                    ManyTargets.awaitEven(ManyTargets.SHARDS, one, two, three);
                    ids.addAll(ManyTargets.submit(three, "late", 2));
                    one.group.resize(5);
                    ManyTargets.awaitEven(5, one, two, three);
                }
                ManyTargets.awaitEven(5, one, two);
                ids.addAll(ManyTargets.submit(one, "later", 2));
                one.group.resize(ManyTargets.SHARDS);
                ManyTargets.awaitAccepted(client, ids);
            }
            assertCalledOnce(client, ids);
            assertOneNodeAtATime(client);
            assertInOrder(ordered);
            assertThat(calls).extracting(Call::node).contains("one", "two");
        }
    }

    private void assertCalledOnce(TestNode node, List<String> ids) throws SQLException {
        Map<String, List<Call>> byId = calls.stream().collect(Collectors.groupingBy(Call::id));
        assertThat(byId).containsOnlyKeys(ids);
        for (String id : ids) {
            assertThat(byId.get(id)).extracting(Call::attempt).doesNotHaveDuplicates();
            assertThat(byId.get(id).size() == 1 || ManyTargets.wasDisturbed(node, id))
                    .as("calls without cause: " + byId.get(id))
                    .isTrue();
        }
    }

    private void assertOneNodeAtATime(TestNode node) throws SQLException {
        for (List<Call> ofTarget :
                calls.stream().collect(Collectors.groupingBy(Call::target)).values()) {
            for (Call call : ofTarget) {
                for (Call other : ofTarget) {
                    if (!call.equals(other)
                            && call.overlaps(other)
                            && !ManyTargets.wasDisturbed(node, call.id())
                            && !ManyTargets.wasDisturbed(node, other.id())) {
                        throw new AssertionError(call + " and " + other + " at once");
                    }
                }
            }
        }
    }

    /** First attempts in the order of acceptance; a repetition comes when its time has come. */
    private void assertInOrder(List<String> ids) {
        Set<String> known = Set.copyOf(ids);
        Map<String, List<String>> called = calls.stream()
                .filter(call -> call.attempt() == 1 && known.contains(call.id()))
                .sorted(Comparator.comparingLong(Call::from))
                .collect(Collectors.groupingBy(Call::target, Collectors.mapping(Call::id, Collectors.toList())));
        called.forEach((target, inTurn) -> assertThat(inTurn)
                .as(target)
                .containsExactlyElementsOf(ids.stream().filter(inTurn::contains).toList()));
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2"})
    void everyAttemptThatAShardPutsOnRecordIsCounted(Databases engine) throws Exception {
        DataSource source = engine.fresh();
        try (TestNode one = node(source, engine, "one").start();
                TestNode two = node(source, engine, "two").start()) {
            ManyTargets.awaitEven(ManyTargets.SHARDS, one, two);
            List<String> ids = ManyTargets.submit(one, "i", 3);
            ManyTargets.awaitAccepted(two, ids);
            long onRecord = 0;
            for (String id : ids) { // those that nobody knows the end of were called so by whoever came next
                onRecord += one.manager.history(id).orElseThrow().attempts().stream()
                        .filter(attempt -> attempt.outcomeStatus() != OutcomeStatus.UNKNOWN)
                        .count();
            }
            long all = onRecord;
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> one.counted.sum() + two.counted.sum() == all);
        }
    }

    /** Two nodes with a shard each, at least, and still one call at a time. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB"})
    void theLimitsOfAGatewayHoldOverAllShards(Databases engine) throws Exception {
        DataSource source = engine.fresh();
        Map<String, GatewayLimits> limits = Map.of("fake", GatewayLimits.DEFAULT.concurrency(1));
        try (TestNode one = node(source, engine, "one")
                        .with(settings -> settings.concurrency(16).limits(limits))
                        .start();
                TestNode two = node(source, engine, "two")
                        .with(settings -> settings.concurrency(16).limits(limits))
                        .start()) {
            ManyTargets.awaitEven(ManyTargets.SHARDS, one, two);
            List<String> ids = ManyTargets.submit(one, "i", 2);
            ManyTargets.awaitAccepted(two, ids);
            for (Call call : calls) {
                for (Call other : calls) {
                    if (!call.equals(other)
                            && !ManyTargets.wasDisturbed(one, call.id())
                            && !ManyTargets.wasDisturbed(one, other.id())) {
                        assertThat(call.overlaps(other))
                                .as(call + " and " + other + " at once")
                                .isFalse();
                    }
                }
            }
        }
    }
}
