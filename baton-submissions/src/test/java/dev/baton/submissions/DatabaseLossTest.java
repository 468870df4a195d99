package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.gateway.GatewayCall;
import dev.baton.submissions.model.Acceptance;
import dev.baton.submissions.model.Attempt;
import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentHistory;
import dev.baton.submissions.model.IntentRequest;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.SubmissionListener;
import dev.baton.testkit.PluggedDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The database goes away under those who work with it, and comes back. */
class DatabaseLossTest {

    private static final int INTENTS = 300;

    private final DataSource database = Databases.POSTGRESQL.fresh();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger rebuilds = new AtomicInteger();

    private final SubmissionListener counting = new SubmissionListener() {
        @Override
        public void scheduleRebuilt(long epoch, int loaded, Duration took) {
            rebuilds.incrementAndGet();
        }

        @Override
        public void scheduleRefreshFailed(Exception error) {
            failures.incrementAndGet();
        }
    };

    /** Its session lives on, so only the executor notices: it steps down, forgets its schedule, and leads again. */
    @Test
    void theExecutorStepsDownAndRecoversAndNothingIsLostOrDoubled() throws Exception {
        PluggedDataSource plug = new PluggedDataSource(database);
        try (TestNode client = TestNode.on(database).named("client").observing().start();
                TestNode leader = TestNode.on(database)
                        .application(plug)
                        .heard(counting)
                        .fake(fake -> fake.answeringLater(DatabaseLossTest::soon))
                        .start()) {
            leader.awaitLeader();
            client.manager.acceptBatch(requests());
            for (int loss = 1; loss <= 3; loss++) {
                long calls = leader.fake().count();
                int lost = failures.get();
                int rebuilt = rebuilds.get();
                Awaitility.await("work")
                        .atMost(TestNode.PATIENCE)
                        .until(() -> leader.fake().count() > calls + 10);
                plug.unplug();
                Awaitility.await("the loss").atMost(TestNode.PATIENCE).until(() -> failures.get() > lost);
                plug.plugIn();
                Awaitility.await("a new term").atMost(TestNode.PATIENCE).until(() -> rebuilds.get() > rebuilt);
            }
            for (int i = 0; i < INTENTS; i++) {
                check(client.awaitTerminal("i" + i), client, leader);
            }
            assertThat(leader.fake().calls().stream().map(call -> call.intentId() + ":" + call.attempt()))
                    .as("no attempt is sent twice")
                    .doesNotHaveDuplicates();
        }
    }

    private static CompletableFuture<GatewayAnswer> soon(GatewayCall call) {
        return CompletableFuture.supplyAsync(
                () -> new GatewayAnswer.Accepted("ok"), CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS));
    }

    private static List<IntentRequest> requests() {
        List<IntentRequest> requests = new ArrayList<>();
        for (int i = 0; i < INTENTS; i++) {
            requests.add(TestNode.request("i" + i, i % 2 == 0 ? "once" : "many"));
        }
        return requests;
    }

    private static void check(Intent intent, TestNode client, TestNode leader) throws SQLException {
        IntentHistory history = client.manager.history(intent.intentId()).orElseThrow();
        assertThat(history.attempts())
                .extracting(Attempt::attemptNumber)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, intent.attemptCount()).boxed().toList());
        assertThat(history.attempts()).extracting(Attempt::leaseEpoch).isSorted();
        int calls = leader.fake().calls(intent.intentId()).size();
        if (intent.submissionTarget().equals("once")) {
            assertThat(calls).as("one_shot is never sent twice").isLessThanOrEqualTo(1);
        } else {
            assertThat(intent.status()).isEqualTo(IntentStatus.ACCEPTED);
        }
    }

    /** A request that failed may have been stored or not: asked again, it is there once. */
    @Test
    void acceptingFailsWhileItIsAwayAndIsSafeToRepeat() throws Exception {
        PluggedDataSource plug = new PluggedDataSource(database);
        try (TestNode node = TestNode.on(database).application(plug).observing().start()) {
            node.submit("before", "three");
            plug.unplug();
            assertThatThrownBy(() -> node.submit("during", "three")).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> node.manager.acceptBatch(List.of(TestNode.request("during", "three"))))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> node.manager.get("before")).isInstanceOf(SQLException.class);
            plug.plugIn();
            Awaitility.await()
                    .atMost(TestNode.PATIENCE)
                    .ignoreExceptions()
                    .until(() -> node.manager.get("before").isPresent());
            assertThat(node.manager.accept(TestNode.request("during", "three"))).isInstanceOf(Acceptance.Created.class);
        }
    }
}
