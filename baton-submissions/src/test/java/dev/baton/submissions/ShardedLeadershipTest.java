package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.baton.shards.Shards;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.Baton;
import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.gateway.GatewayCall;
import dev.baton.submissions.gateway.GatewayLimits;
import dev.baton.submissions.model.Attempt;
import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.SubmissionListener;
import dev.baton.submissions.model.Webhook;
import dev.baton.submissions.model.WebhookState;
import dev.baton.testkit.PluggedDataSource;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The required tests of documents 000 and 001 where the executor is divided; {@link LeadershipTest} has them for one. */
class ShardedLeadershipTest {

    private static final String OF_SHARDS =
            " lease_name LIKE '" + TestNode.GROUP + ".%' AND lease_name NOT LIKE '%.c%' ";

    private final DataSource database = Databases.POSTGRESQL.fresh();

    private TestNode.Setup node(String name) {
        return node(database, name);
    }

    private static TestNode.Setup node(DataSource source, String name) {
        return TestNode.on(source)
                .named(name)
                .with(settings -> ManyTargets.settings())
                .shards(ManyTargets.SHARDS);
    }

    @Test
    void aSingleLeaderOfEachShardOnConcurrentStart() throws Exception {
        try (TestNode one = node("one").start();
                TestNode two = node("two").start()) {
            List<String> ids = ManyTargets.submit(one, "a", 2);
            ids.addAll(ManyTargets.submit(two, "b", 2));
            ManyTargets.awaitAccepted(one, ids);
            List<String> called = Stream.of(one, two)
                    .flatMap(node -> node.fake().calls().stream())
                    .map(GatewayCall::intentId)
                    .toList();
            assertThat(called).containsAll(ids);
            for (String id : ids) {
                if (!ManyTargets.wasDisturbed(one, id)) {
                    assertThat(called).as("calls for " + id).containsOnlyOnce(id);
                }
            }
        }
    }

    /** The leader of half of the shards dies without a release, so the follower has to wait for the expiry of each. */
    @Test
    void failoverAfterExpiry() throws Exception {
        PluggedDataSource plug = new PluggedDataSource(database);
        TestNode one = node(plug, "one").strategy(TestNode.lease()).start();
        try (TestNode two = node("two").strategy(TestNode.lease()).start()) {
            ManyTargets.awaitEven(ManyTargets.SHARDS, one, two);
            plug.unplug();
            Map<String, String> expiries = expiriesOf(one);
            assertThat(expiries).hasSize(ManyTargets.SHARDS / 2);
            List<String> ids = ManyTargets.submit(two, "i", 2);
            ManyTargets.awaitAccepted(two, ids);
            for (String id : ids) {
                assertThat(two.manager.history(id).orElseThrow().attempts())
                        .extracting(Attempt::holderId)
                        .containsOnly(two.baton.holderId());
            }
            assertThat(one.fake().count()).isZero();
            for (Map.Entry<String, String> lost : expiries.entrySet()) {
                assertThat(text("SELECT min(at) >= '" + lost.getValue()
                                + "' FROM baton_leader_events WHERE event = 'acquired'"
                                + " AND lease_name = '" + lost.getKey() + "' AND holder_id = '" + two.baton.holderId()
                                + "'"))
                        .as(lost.getKey() + " not before its lease had expired")
                        .isIn("t", null);
            }
        } finally {
            plug.plugIn();
            one.close();
        }
    }

    private Map<String, String> expiriesOf(TestNode node) throws SQLException {
        Map<String, String> expiries = new HashMap<>();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT lease_name, expires_at FROM baton_leases WHERE"
                        + OF_SHARDS + "AND holder_id = '" + node.baton.holderId() + "'")) {
            while (rows.next()) {
                expiries.put(rows.getString(1), rows.getString(2));
            }
        }
        return expiries;
    }

    private String text(String query) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    @Test
    void noExecutionWithoutLeadership() throws Exception {
        try (TestNode follower = node("follower").observing().start()) {
            List<String> ids = ManyTargets.submit(follower, "i", 1);
            Intent waited =
                    follower.manager.waitFor(ids.get(0), Duration.ofMillis(700)).orElseThrow();
            assertThat(waited.status()).isEqualTo(IntentStatus.PENDING);
            assertThat(waited.attemptCount()).isZero();
            assertThat(follower.manager.queueDepth()).isZero();
            try (TestNode leader = node("leader").start()) {
                ManyTargets.awaitAccepted(follower, ids);
                assertThat(follower.fake().count()).isZero();
                assertThat(leader.fake().count()).isGreaterThanOrEqualTo(ids.size());
            }
        }
    }

    /** A call is under way and many intents are due when an operator's UPDATE revokes all terms: nothing more starts. */
    @Test
    void stopsImmediatelyOnLeaseLoss() throws Exception {
        CompletableFuture<GatewayAnswer> answer = new CompletableFuture<>();
        List<String> recording = new CopyOnWriteArrayList<>();
        SubmissionListener heard = new SubmissionListener() {
            @Override
            public void recording(List<String> intentIds) {
                recording.addAll(intentIds);
            }
        };
        try (TestNode one = node("one")
                        .strategy(TestNode.lease())
                        .with(settings -> settings.concurrency(1))
                        .heard(heard)
                        .fake(fake -> fake.answeringLater(call -> answer))
                        .start();
                TestNode watcher = node("watcher").observing().start()) {
            ManyTargets.awaitEven(ManyTargets.SHARDS, one);
            ManyTargets.submit(watcher, "i", 1);
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> one.fake().count() == 1);
            String called = one.fake().calls().get(0).intentId();
            Databases.execute(
                    database,
                    "UPDATE baton_leases SET holder_id = 'somebody', lease_epoch = lease_epoch + 1,"
                            + " expires_at = clock_timestamp() + interval '1 hour' WHERE" + OF_SHARDS);
            Awaitility.await()
                    .atMost(TestNode.PATIENCE)
                    .until(() -> one.group.leading().isEmpty());
            answer.complete(new GatewayAnswer.Accepted("after the loss"));
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> recording.contains(called));
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> one.manager.inFlightAttempts() == 0);
            assertThat(one.fake().count()).isEqualTo(1);
            assertThat(watcher.manager.history(called).orElseThrow().attempts())
                    .as("its outcome is fenced off")
                    .isEmpty();
            assertThat(text("SELECT count(*) FROM submission_intents WHERE attempt_count > 0"))
                    .isEqualTo("1");
        }
    }

    /** With a refresh that would come far too late, only the hint can be what makes the shards look. */
    @Test
    void picksUpFollowerSubmittedIntents() throws Exception {
        try (TestNode leader = node("leader")
                        .with(settings -> settings.refreshInterval(Duration.ofHours(1)))
                        .start();
                TestNode follower = node("follower").observing().start()) {
            ManyTargets.awaitEven(ManyTargets.SHARDS, leader);
            ManyTargets.awaitAccepted(follower, ManyTargets.submit(follower, "i", 1));
            assertThat(follower.fake().count()).isZero();
        }
    }

    /** Whoever waits for a call that ends is told, whichever shard made it. */
    @Test
    void whatWaitsForACallOfAnotherShardDoesNotWaitForTheRefresh() throws Exception {
        try (TestNode leader = node("leader")
                .with(settings -> settings.concurrency(2).window(1000).refreshInterval(Duration.ofHours(1)))
                .start()) {
            ManyTargets.awaitEven(ManyTargets.SHARDS, leader);
            ManyTargets.awaitAccepted(leader, ManyTargets.submit(leader, "i", 20));
        }
    }

    /** Intents keep their lanes, though their gateway has a limit of its own by now and would not be divided. */
    @Test
    void whatWaitsForAGatewaysLimitDoesNotWaitForTheRefresh() throws Exception {
        try (TestNode client = node("client").observing().start()) {
            List<String> ids = ManyTargets.submit(client, "i", 10);
            try (TestNode leader = node("leader")
                    .with(settings -> settings.limits(Map.of("fake", GatewayLimits.DEFAULT.concurrency(1)))
                            .refreshInterval(Duration.ofHours(1)))
                    .start()) {
                ManyTargets.awaitAccepted(client, ids);
                assertThat(leader.fake().count()).isGreaterThanOrEqualTo(ids.size());
            }
        }
    }

    /** Without any hint (plain SQL gives none) the refresh finds it, though it has no lane of its own. */
    @Test
    void picksUpFollowerSubmittedIntentsByRefreshAlone() throws Exception {
        try (TestNode one = node("one").start();
                TestNode two = node("two").start()) {
            List<String> models = ManyTargets.submit(one, "model", 1);
            ManyTargets.awaitAccepted(one, models);
            List<String> copies = new ArrayList<>();
            for (String model : models) {
                Databases.execute(database, FeedTest.copyOf(model, model + "-plain"));
                copies.add(model + "-plain");
            }
            ManyTargets.awaitAccepted(two, copies);
        }
    }

    /** By the leader of the role, whichever shard ended them: at once, because it hears of ends on other nodes. */
    @Test
    void endsAreToldForAllShards() throws Exception {
        Queue<String> told = new ConcurrentLinkedQueue<>();
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            told.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        Webhook hook = Webhook.unsigned(
                URI.create("http://127.0.0.1:" + receiver.getAddress().getPort() + "/"));
        UnaryOperator<SubmissionSettings> telling = settings -> SubmissionSettings.of(
                settings.gateways(),
                settings.targets().stream().map(target -> target.webhook(hook)).toList());
        try (TestNode one = node("one").with(telling).start();
                TestNode two = node("two").with(telling).start()) {
            ManyTargets.awaitEven(ManyTargets.SHARDS, one, two);
            List<String> ids = ManyTargets.submit(one, "i", 1);
            for (String id : ids) {
                Awaitility.await("the telling of " + id)
                        .atMost(TestNode.PATIENCE)
                        .until(() -> two.manager
                                        .get(id)
                                        .flatMap(Intent::webhook)
                                        .orElseThrow()
                                        .state()
                                == WebhookState.DELIVERED);
                assertThat(told).anyMatch(message -> message.contains("\"" + id + "\""));
            }
        } finally {
            receiver.stop(0);
        }
    }

    @Test
    void theProgramOfTheGuide() throws Exception {
        SubmissionSettings settings = ManyTargets.settings();
        try (Baton baton = Baton.on(database)
                .component(SubmissionManager.SCHEMA)
                .component(ShardsSchema.COMPONENT)
                .start()) {
            // region shards
            SubmissionManager manager = SubmissionManager.on(baton, settings)
                    .shards(executor -> Shards.of(baton, "intents", 16)
                            .work(term -> executor.lead(term, term::covers, term::worked))
                            .start())
                    .start();
            // endregion
            try (manager) {
                manager.accept(TestNode.request("i", "t1"));
                assertThat(manager.waitFor("i", SubmissionManager.LONGEST_WAIT).map(Intent::status))
                        .contains(IntentStatus.ACCEPTED);
            }
        }
    }

    /** Who knows nothing of shards accepts intents in whole lanes; each of them has its shard like any other. */
    @Test
    void whatANodeWithoutShardsAcceptsIsExecuted() throws Exception {
        try (TestNode leader = node("leader").start();
                TestNode plain = node("plain").shards(1).observing().start()) {
            ManyTargets.awaitAccepted(plain, ManyTargets.submit(plain, "i", 1));
            assertThat(text("SELECT DISTINCT gateway FROM submission_intents")).isEqualTo("fake");
            ManyTargets.awaitAccepted(plain, ManyTargets.submit(leader, "d", 1));
            assertThat(text("SELECT count(DISTINCT gateway) FROM submission_intents"))
                    .isEqualTo(String.valueOf(ManyTargets.TARGETS + 1));
        }
    }
}
