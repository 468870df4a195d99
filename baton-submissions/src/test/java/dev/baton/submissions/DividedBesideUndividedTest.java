package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Strategy;
import dev.baton.submissions.gateway.FakeGateway;
import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.gateway.GatewayCall;
import dev.baton.submissions.model.Attempt;
import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.OutcomeStatus;
import dev.baton.testkit.PluggedDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Nodes that divide the executor beside nodes that do not, as while a cluster is changed node by node. The leader of the role decides;
 * both kinds never act at once.
 */
class DividedBesideUndividedTest {

    private static final Executor LATER = CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS);

    /** The kinds of executor whose calls are under way, by intent. */
    private final Map<String, String> underWay = new ConcurrentHashMap<>();

    private final Queue<Overlap> overlaps = new ConcurrentLinkedQueue<>();

    /** Two intents whose calls were under way at once, one by each kind. */
    private record Overlap(String one, String other) {}

    private TestNode.Setup node(DataSource source, Databases engine, String name) {
        return TestNode.on(source)
                .named(name)
                .strategy(engine.strategy())
                .with(settings -> ManyTargets.settings().concurrency(4));
    }

    /** Terms that no machine loses that stands still for a while: they are only ever left. */
    private static Strategy patient() {
        return new Strategy.Lease(Duration.ofSeconds(60), Duration.ofSeconds(1), Duration.ofMillis(500));
    }

    private TestNode.Setup divided(DataSource source, Databases engine, String name) {
        return node(source, engine, name).shards(ManyTargets.SHARDS);
    }

    /** Answers after a while, and remembers whose calls were under way at the same time. */
    private void watched(String kind, FakeGateway gateway) {
        gateway.answeringLater(call -> {
            underWay.put(call.intentId(), kind);
            underWay.forEach((id, other) -> {
                if (!other.equals(kind)) {
                    overlaps.add(new Overlap(call.intentId(), id));
                }
            });
            return CompletableFuture.supplyAsync(
                    () -> {
                        underWay.remove(call.intentId());
                        return new GatewayAnswer.Accepted(kind);
                    },
                    LATER);
        });
    }

    private static void lead(TestNode node) throws InterruptedException {
        assertThat(node.manager.campaign().awaitLeadership(TestNode.PATIENCE))
                .as("leads the role")
                .isPresent();
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB"})
    void aClusterIsDividedNodeByNodeAndBackWhileItWorks(Databases engine) throws Exception {
        DataSource source = engine.fresh();
        List<String> ids = new ArrayList<>();
        try (TestNode client = node(source, engine, "client").observing().start()) {
            TestNode whole = node(source, engine, "whole")
                    .fake(fake -> watched("whole", fake))
                    .start();
            lead(whole);
            try (TestNode shards = divided(source, engine, "shards")
                    .fake(fake -> watched("shards", fake))
                    .start()) {
                ids.addAll(ManyTargets.submit(client, "a", 4));
                ids.addAll(ManyTargets.submit(shards, "b", 4));
                whole.close();
                ids.addAll(ManyTargets.submit(shards, "c", 4));
                ManyTargets.awaitAccepted(client, ids);
                assertThat(shards.fake().count()).isPositive();
                try (TestNode back = node(source, engine, "back")
                        .fake(fake -> watched("whole", fake))
                        .start()) {
                    List<String> again = ManyTargets.submit(client, "d", 8);
                    TestNode.handOver(List.of(shards), back);
                    lead(back);
                    again.addAll(ManyTargets.submit(client, "e", 4));
                    ManyTargets.awaitAccepted(client, again);
                    assertThat(back.fake().count()).isPositive();
                    ids.addAll(again);
                }
                List<String> last = ManyTargets.submit(client, "f", 1);
                ManyTargets.awaitAccepted(client, last);
                ids.addAll(last);
            }
            assertNeverBothAtOnce(client, ids);
        }
    }

    private void assertNeverBothAtOnce(TestNode client, List<String> ids) throws SQLException {
        for (Overlap both : overlaps) {
            assertThat(ManyTargets.wasDisturbed(client, both.one()) || ManyTargets.wasDisturbed(client, both.other()))
                    .as(both.toString())
                    .isTrue();
        }
        long disturbed = 0;
        for (String id : ids) {
            if (ManyTargets.wasDisturbed(client, id)) {
                disturbed++;
            } else {
                assertThat(client.manager.history(id).orElseThrow().attempts())
                        .as(id)
                        .hasSize(1);
            }
        }
        assertThat(disturbed)
                .as("hand-overs disturb nothing; a machine that stands still may")
                .isLessThan(ids.size() / 4);
    }

    /** Two of each kind, and the role goes to and fro. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB"})
    void whoeverLeadsBothKindsNeverActAtOnce(Databases engine) throws Exception {
        DataSource source = engine.fresh();
        Random random = new Random(23);
        List<String> ids = new ArrayList<>();
        List<TestNode> nodes = new ArrayList<>();
        try (TestNode client = node(source, engine, "client").observing().start()) {
            try {
                for (String name : List.of("whole1", "shards1", "whole2", "shards2")) {
                    String kind = name.substring(0, name.length() - 1);
                    TestNode.Setup setup =
                            kind.equals("shards") ? divided(source, engine, name) : node(source, engine, name);
                    nodes.add(setup.fake(fake -> watched(kind, fake)).start());
                }
                for (int round = 0; round < 8; round++) {
                    ids.addAll(ManyTargets.submit(client, "r" + round + "-", 2));
                    TestNode.handOver(nodes, nodes.get(random.nextInt(nodes.size())));
                }
                ManyTargets.awaitAccepted(client, ids);
            } finally {
                nodes.forEach(TestNode::close);
            }
            assertNeverBothAtOnce(client, ids);
        }
    }

    /** The leader of the role that makes all attempts waits for the calls of shards, and does not call them unknown. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB"})
    void callsOfShardsEndBeforeAnExecutorForEverythingBegins(Databases engine) throws Exception {
        DataSource source = engine.fresh();
        CompletableFuture<GatewayAnswer> answer = new CompletableFuture<>();
        try (TestNode shards = divided(source, engine, "shards")
                        .strategy(patient())
                        .fake(fake -> fake.answeringLater(call -> answer))
                        .start();
                TestNode whole =
                        node(source, engine, "whole").strategy(patient()).start()) {
            ManyTargets.awaitEven(ManyTargets.SHARDS, shards);
            TestNode.handOver(List.of(shards, whole), shards);
            shards.submit("t0-first", "t0");
            Awaitility.await()
                    .atMost(TestNode.PATIENCE)
                    .until(() -> shards.fake().count() == 1);
            shards.manager.campaign().transferTo("whole");
            lead(whole);
            Awaitility.await("the end of all shards but the one whose call is under way")
                    .atMost(TestNode.PATIENCE)
                    .until(() -> entered(source) <= 1);
            whole.submit("t1-second", "t1");
            Intent waiting =
                    whole.manager.waitFor("t1-second", Duration.ofMillis(700)).orElseThrow();
            assertThat(waiting.attemptCount()).isZero();
            assertThat(whole.fake().count()).isZero();
            answer.complete(new GatewayAnswer.Accepted("at last"));
            ManyTargets.awaitAccepted(whole, List.of("t0-first", "t1-second"));
            assertOneAttempt(whole, "t0-first", shards);
            assertOneAttempt(whole, "t1-second", whole);
        }
    }

    private static int entered(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT count(*) FROM submission_executors WHERE attempts = 'own'")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static void assertOneAttempt(TestNode asked, String id, TestNode by) throws SQLException {
        List<Attempt> attempts = asked.manager.history(id).orElseThrow().attempts();
        assertThat(attempts).extracting(Attempt::outcomeStatus).containsExactly(OutcomeStatus.ACCEPTED);
        assertThat(attempts).extracting(Attempt::holderId).containsExactly(by.baton.holderId());
    }

    /** Shards that are led do nothing as long as another leader makes all attempts. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB"})
    void shardsWaitForTheExecutorForEverything(Databases engine) throws Exception {
        DataSource source = engine.fresh();
        CompletableFuture<GatewayAnswer> answer = new CompletableFuture<>();
        try (TestNode whole = node(source, engine, "whole")
                .strategy(patient())
                .with(settings -> settings.concurrency(1))
                .fake(fake -> fake.answeringLater(call -> answer))
                .start()) {
            lead(whole);
            whole.submit("t0-first", "t0");
            Awaitility.await()
                    .atMost(TestNode.PATIENCE)
                    .until(() -> whole.fake().count() == 1);
            try (TestNode shards =
                    divided(source, engine, "shards").strategy(patient()).start()) {
                ManyTargets.awaitEven(ManyTargets.SHARDS, shards);
                shards.submit("t1-second", "t1");
                assertThat(shards.manager
                                .waitFor("t1-second", Duration.ofMillis(700))
                                .orElseThrow()
                                .attemptCount())
                        .isZero();
                assertThat(shards.fake().count()).isZero();
                answer.complete(new GatewayAnswer.Accepted("at last"));
                ManyTargets.awaitAccepted(shards, List.of("t0-first", "t1-second"));
                assertOneAttempt(shards, "t0-first", whole);
                assertThat(shards.fake().count()).isZero();
                whole.close();
                ManyTargets.awaitAccepted(shards, ManyTargets.submit(shards, "then", 1));
                assertThat(shards.fake().count()).isGreaterThanOrEqualTo(ManyTargets.TARGETS);
            }
        }
    }

    /** The divided node vanishes: its leases have to expire, and then nothing waits for it any more. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB"})
    void shardsThatVanishAreWaitedForAsLongAsTheirLeasesLast(Databases engine) throws Exception {
        DataSource source = engine.fresh();
        PluggedDataSource plug = new PluggedDataSource(source);
        TestNode shards = divided(plug, engine, "shards")
                .strategy(TestNode.lease())
                .fake(fake -> fake.answeringLater(call -> new CompletableFuture<>()))
                .start();
        try (TestNode whole =
                node(source, engine, "whole").strategy(TestNode.lease()).start()) {
            TestNode.handOver(List.of(shards, whole), shards);
            ManyTargets.awaitEven(ManyTargets.SHARDS, shards);
            whole.submit("t0-lost", "t0");
            Awaitility.await()
                    .atMost(TestNode.PATIENCE)
                    .until(() -> shards.fake().count() >= 1);
            plug.unplug();
            List<String> ids = ManyTargets.submit(whole, "i", 1);
            ids.add("t0-lost");
            ManyTargets.awaitAccepted(whole, ids);
            List<String> called = shards.fake().calls().stream()
                    .map(GatewayCall::intentId)
                    .distinct()
                    .toList();
            assertThat(called).containsExactly("t0-lost");
            for (String id : called) {
                assertThat(whole.manager.history(id).orElseThrow().attempts())
                        .extracting(Attempt::outcomeStatus)
                        .contains(OutcomeStatus.UNKNOWN)
                        .endsWith(OutcomeStatus.ACCEPTED);
            }
        } finally {
            plug.plugIn();
            shards.close();
        }
    }

    /** Somebody deletes what was said when nobody is there to say it again: who was let in is waited for all the same. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB"})
    void shardsAreShutOutAlsoIfWhatLetThemInIsGone(Databases engine) throws Exception {
        DataSource source = engine.fresh();
        PluggedDataSource plug = new PluggedDataSource(source);
        TestNode shards =
                divided(plug, engine, "shards").strategy(TestNode.lease()).start();
        try {
            ManyTargets.awaitAccepted(shards, ManyTargets.submit(shards, "a", 1));
            plug.unplug();
            Databases.execute(source, "DELETE FROM submission_executors WHERE lease_name = executor_role");
            try (TestNode whole =
                    node(source, engine, "whole").strategy(TestNode.lease()).start()) {
                ManyTargets.awaitAccepted(whole, ManyTargets.submit(whole, "b", 1));
                assertThat(entered(source)).isZero();
            }
        } finally {
            plug.plugIn();
            shards.close();
        }
    }

    /** What was said is gone, or says something else: the leader says it again, and shards that were shut out come back. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB"})
    void whatSomebodyWritesByHandIsSaidAnew(Databases engine) throws Exception {
        DataSource source = engine.fresh();
        try (TestNode shards = divided(source, engine, "shards").start()) {
            ManyTargets.awaitAccepted(shards, ManyTargets.submit(shards, "a", 1));
            Databases.execute(source, "UPDATE submission_executors SET attempts = 'none'");
            ManyTargets.awaitAccepted(shards, ManyTargets.submit(shards, "b", 1));
            Databases.execute(source, "DELETE FROM submission_executors");
            ManyTargets.awaitAccepted(shards, ManyTargets.submit(shards, "c", 1));
            assertThat(shards.manager.get("t0-a1000").orElseThrow().status()).isEqualTo(IntentStatus.ACCEPTED);
        }
    }
}
