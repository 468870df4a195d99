package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.gateway.GatewayLimits;
import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentRequest;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.SubmissionListener;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Gateways are kept apart and spared. */
class LimitsTest {

    /** A thousand intents for a gateway that does not answer are due before the one for another. */
    @Test
    void aSlowGatewayDoesNotHoldUpAnother() throws Exception {
        CompletableFuture<GatewayAnswer> never = new CompletableFuture<>();
        try (TestNode node = TestNode.on(Databases.POSTGRESQL.fresh())
                .with(settings -> settings.concurrency(16)
                        .window(100)
                        .limits(Map.of("fake", GatewayLimits.DEFAULT.concurrency(8))))
                .fake(fake -> fake.answeringLater(call -> never))
                .start()) {
            node.submit("model", "three");
            Databases.execute(
                    node.pool,
                    "INSERT INTO submission_intents (intent_id, submission_target, payload, payload_hash, contract)"
                            + " SELECT 'slow-' || n, submission_target, payload, payload_hash, contract"
                            + " FROM submission_intents, generate_series(1, 1000) n WHERE intent_id = 'model'");
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.fake().count() == 8);
            node.submit("quick", "other");
            assertThat(node.awaitTerminal("quick").status()).isEqualTo(IntentStatus.ACCEPTED);
            assertThat(node.fake().count()).isEqualTo(8);
            never.complete(new GatewayAnswer.Accepted("at last"));
        }
    }

    /** With a single slot, the gateway whose name comes first had it each time. */
    @Test
    void gatewaysTakeTurns() throws Exception {
        DataSource database = Databases.POSTGRESQL.fresh();
        List<IntentRequest> requests = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            requests.add(TestNode.request("first-" + i, "once"));
            requests.add(TestNode.request("second-" + i, "other"));
        }
        try (TestNode client = TestNode.on(database).observing().start()) {
            client.manager.acceptBatch(requests);
        }
        List<String> started = new CopyOnWriteArrayList<>();
        try (TestNode node = TestNode.on(database)
                .with(settings -> settings.concurrency(1))
                .heard(new SubmissionListener() {
                    @Override
                    public void started(String intentId, int attempt, Duration queueDelay) {
                        started.add(intentId.substring(0, intentId.indexOf('-')));
                    }
                })
                .start()) {
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> started.size() == 40);
        }
        for (int i = 1; i < started.size(); i++) {
            assertThat(started.get(i)).as("%s", started).isNotEqualTo(started.get(i - 1));
        }
    }

    /** Its gateway lets nobody in, so no attempt will ever notice that the deadline has passed. */
    @ParameterizedTest
    @EnumSource
    void anIntentThatWaitsBeyondItsDeadlineEnds(Databases database) throws Exception {
        CompletableFuture<GatewayAnswer> never = new CompletableFuture<>();
        try (TestNode node = TestNode.on(database.fresh())
                .strategy(database.strategy())
                .with(settings -> settings.limits(Map.of("fake", GatewayLimits.DEFAULT.concurrency(1))))
                .fake(fake -> fake.answeringLater(call -> never))
                .start()) {
            node.submit("hangs", "three");
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.fake().count() == 1);
            node.submit("waits", "deadline");
            Intent waits = node.awaitTerminal("waits");
            assertThat(waits.status()).isEqualTo(IntentStatus.EXHAUSTED);
            assertThat(waits.exhaustedReason()).contains("deadline_exceeded");
            assertThat(waits.attemptCount()).isZero();
            assertThat(node.manager.get("hangs").orElseThrow().status()).isEqualTo(IntentStatus.PENDING);
            never.complete(new GatewayAnswer.Accepted("at last"));
        }
    }

    @Test
    void concurrencyOneIsOneAtATime() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (TestNode node = TestNode.on(Databases.POSTGRESQL.fresh())
                .with(settings -> settings.concurrency(1))
                .fake(fake -> fake.answeringLater(call -> {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    return CompletableFuture.supplyAsync(() -> {
                        inside.decrementAndGet();
                        return new GatewayAnswer.Accepted("ok");
                    });
                }))
                .start()) {
            for (int i = 0; i < 10; i++) {
                node.submit("i" + i, "three");
            }
            for (int i = 0; i < 10; i++) {
                node.awaitTerminal("i" + i);
            }
            assertThat(most).hasValue(1);
        }
    }

    /** With the breaker open no attempt is used up: every intent is accepted within its three attempts. */
    @Test
    void anOpenBreakerDelaysWithoutConsumingAttempts() throws Exception {
        AtomicBoolean broken = new AtomicBoolean(true);
        try (TestNode node = TestNode.on(Databases.POSTGRESQL.fresh())
                .with(settings -> settings.concurrency(1)
                        .limits(Map.of("fake", GatewayLimits.DEFAULT.breaker(50, 2, Duration.ofMillis(400)))))
                .fake(fake -> fake.answering(
                        call -> broken.get() ? new GatewayAnswer.Nonsense("broken") : new GatewayAnswer.Accepted("ok")))
                .start()) {
            for (int i = 0; i < 6; i++) {
                node.submit("i" + i, "three");
            }
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.fake().count() == 2);
            broken.set(false);
            for (int i = 0; i < 6; i++) {
                assertThat(node.awaitTerminal("i" + i).status()).isEqualTo(IntentStatus.ACCEPTED);
            }
            assertThat(node.fake().count()).isEqualTo(8);
        }
    }

    /**
     * Counted in database time from the creation of the first intent, which nobody could have called before: however
     * slow this machine is, no second has more starts than the rate allows, and the tenth of a second's worth at once.
     */
    @Test
    void aRateIsKept() throws Exception {
        try (TestNode node = TestNode.on(Databases.POSTGRESQL.fresh())
                .with(settings -> settings.limits(Map.of("fake", GatewayLimits.DEFAULT.perSecond(20))))
                .start()) {
            node.awaitLeader();
            List<IntentRequest> requests = new ArrayList<>();
            for (int i = 0; i < 22; i++) {
                requests.add(TestNode.request("i" + i, "three"));
            }
            node.manager.acceptBatch(requests);
            for (int i = 0; i < 22; i++) {
                node.awaitTerminal("i" + i);
            }
            assertThat(startedWithin(node, "250 milliseconds")).isLessThanOrEqualTo(2 + 5);
            assertThat(startedWithin(node, "500 milliseconds")).isLessThanOrEqualTo(2 + 10);
            assertThat(startedWithin(node, "750 milliseconds")).isLessThanOrEqualTo(2 + 15);
            assertThat(startedWithin(node, "1 hour")).isEqualTo(22);
        }
    }

    private static int startedWithin(TestNode node, String time) throws Exception {
        try (Connection connection = node.pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery("SELECT count(*) FROM submission_attempts WHERE started_at <"
                        + " (SELECT min(created_at) FROM submission_intents) + interval '" + time + "'")) {
            count.next();
            return count.getInt(1);
        }
    }
}
