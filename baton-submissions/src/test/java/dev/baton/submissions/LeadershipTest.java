package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.submissions.gateway.Gateway;
import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.gateway.GatewayKind;
import dev.baton.submissions.gateway.HttpKind;
import dev.baton.submissions.model.Attempt;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.Outcome;
import dev.baton.submissions.model.OutcomeStatus;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.SubmissionListener;
import dev.baton.submissions.model.Target;
import dev.baton.testkit.PluggedDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The required tests of documents 000 and 001, and what leadership means for attempts under way. */
class LeadershipTest {

    private Databases engine;
    private DataSource database;

    private void on(Databases which) {
        engine = which;
        database = which.fresh();
    }

    private TestNode.Setup node(String name) {
        return TestNode.on(database).strategy(engine.strategy()).named(name);
    }

    @ParameterizedTest
    @EnumSource
    void singleLeaderOnConcurrentStart(Databases which) throws Exception {
        on(which);
        try (TestNode one = node("one").start();
                TestNode two = node("two").start()) {
            for (int i = 0; i < 20; i++) {
                (i % 2 == 0 ? one : two).submit("i" + i, "three");
            }
            for (int i = 0; i < 20; i++) {
                assertThat(one.awaitTerminal("i" + i).status()).isEqualTo(IntentStatus.ACCEPTED);
            }
            assertThat(List.of(one.fake().count(), two.fake().count())).containsExactlyInAnyOrder(0L, 20L);
        }
    }

    /** Strategy lease: the leader dies without a release, so the follower has to wait for the expiry. */
    @ParameterizedTest
    @EnumSource
    void failoverAfterExpiry(Databases which) throws Exception {
        on(which);
        PluggedDataSource plug = new PluggedDataSource(database);
        TestNode one = TestNode.on(plug).strategy(TestNode.lease()).start();
        LeaderToken first = one.awaitLeader();
        try (TestNode two = node("two").strategy(TestNode.lease()).start()) {
            plug.unplug();
            String expiry = text("SELECT expires_at FROM baton_leases WHERE lease_epoch = " + first.epoch());
            two.submit("i", "three");
            assertThat(two.awaitTerminal("i").status()).isEqualTo(IntentStatus.ACCEPTED);
            Attempt attempt = two.manager.history("i").orElseThrow().attempts().get(0);
            assertThat(attempt.leaseEpoch()).isGreaterThan(first.epoch()); // a machine that stands still costs it terms
            assertThat(attempt.holderId()).isEqualTo(two.baton.holderId());
            assertThat(one.fake().count()).isZero();
            assertThat(text("SELECT count(*) FROM baton_leader_events"
                            + " WHERE event = 'acquired' AND lease_epoch > " + first.epoch() + " AND at < '" + expiry
                            + "'"))
                    .as("not before the lease had expired")
                    .isEqualTo("0");
            assertThat(text("SELECT count(*) FROM baton_leader_events WHERE event = 'released' AND lease_epoch = "
                            + first.epoch()))
                    .isEqualTo("0");
        } finally {
            plug.plugIn();
            one.close();
        }
    }

    private String text(String query) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    /**
     * A lock holds up the first statement of the rebuild; the term is revoked meanwhile. What was read is thrown away,
     * and every attempt is made under a later term.
     */
    @Test
    void aScheduleWhoseTermWasLostDuringTheRebuildIsDiscarded() throws Exception {
        on(Databases.POSTGRESQL);
        List<Long> rebuilt = new CopyOnWriteArrayList<>();
        SubmissionListener heard = new SubmissionListener() {
            @Override
            public void scheduleRebuilt(long epoch, int loaded, Duration took) {
                rebuilt.add(epoch);
            }
        };
        try (TestNode client = node("client").observing().start()) {
            for (int i = 0; i < 5; i++) {
                client.submit("i" + i, "three");
            }
            try (Connection lock = database.getConnection()) {
                lock.setAutoCommit(false);
                try (Statement statement = lock.createStatement()) {
                    statement.execute("LOCK TABLE submission_intents IN ACCESS EXCLUSIVE MODE");
                }
                try (TestNode one = node("one").heard(heard).start()) {
                    LeaderToken lost = one.awaitLeader();
                    Awaitility.await("the warm-up and the rebuild")
                            .atMost(TestNode.PATIENCE)
                            .until(() -> text("SELECT count(*) FROM pg_locks WHERE NOT granted"
                                            + " AND relation = 'submission_intents'::regclass")
                                    .equals("2"));
                    execute("UPDATE baton_leases SET holder_id = 'somebody', lease_epoch = lease_epoch + 1"
                            + " WHERE lease_name = '" + SubmissionManager.ROLE + "'");
                    Awaitility.await()
                            .atMost(TestNode.PATIENCE)
                            .until(() -> !one.manager.campaign().gate().isLeader());
                    assertThat(one.manager.queueDepth()).isZero();
                    lock.rollback();
                    for (int i = 0; i < 5; i++) {
                        assertThat(client.awaitTerminal("i" + i).status()).isEqualTo(IntentStatus.ACCEPTED);
                        assertThat(client.manager.history("i" + i).orElseThrow().attempts())
                                .singleElement()
                                .satisfies(attempt ->
                                        assertThat(attempt.leaseEpoch()).isGreaterThan(lost.epoch()));
                    }
                    assertThat(rebuilt).isNotEmpty().doesNotContain(lost.epoch());
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void noExecutionWithoutLeadership(Databases which) throws Exception {
        on(which);
        try (TestNode follower = node("follower").observing().start()) {
            follower.submit("i", "three");
            Intent waited =
                    follower.manager.waitFor("i", Duration.ofMillis(700)).orElseThrow();
            assertThat(waited.status()).isEqualTo(IntentStatus.PENDING);
            assertThat(waited.attemptCount()).isZero();
            assertThat(follower.fake().count()).isZero();
            assertThat(follower.manager.queueDepth()).isZero();
            try (TestNode leader = node("leader").start()) {
                assertThat(follower.awaitTerminal("i").status()).isEqualTo(IntentStatus.ACCEPTED);
                assertThat(follower.fake().count()).isZero();
                assertThat(leader.fake().count()).isEqualTo(1);
            }
        }
    }

    /** A call is under way and many intents are due when an operator's UPDATE revokes the term: nothing more starts. */
    @ParameterizedTest
    @EnumSource
    void stopsImmediatelyOnLeaseLoss(Databases which) throws Exception {
        on(which);
        CompletableFuture<GatewayAnswer> answer = new CompletableFuture<>();
        try (TestNode one = node("one")
                        .with(settings -> settings.concurrency(1))
                        .fake(fake -> fake.answeringLater(call -> answer))
                        .start();
                TestNode watcher = node("watcher").observing().start()) {
            LeaderToken token = one.awaitLeader();
            for (int i = 0; i < 10; i++) {
                watcher.submit("i" + i, "three");
            }
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> one.fake().count() == 1);
            String called = one.fake().calls().get(0).intentId();
            one.manager.campaign().drain();
            execute("UPDATE baton_leases SET holder_id = 'somebody', lease_epoch = lease_epoch + 1"
                    + " WHERE lease_name = '" + SubmissionManager.ROLE + "'");
            Awaitility.await()
                    .atMost(TestNode.PATIENCE)
                    .until(() -> !one.manager.campaign().gate().isLeader());
            answer.complete(new GatewayAnswer.Accepted("after the loss"));
            Awaitility.await()
                    .atMost(TestNode.PATIENCE)
                    .until(() -> one.manager.campaign().standing().toString().equals("RESTING"));
            assertThat(one.fake().count()).isEqualTo(1);
            assertThat(watcher.manager.history(called).orElseThrow().attempts())
                    .as("its outcome is fenced off")
                    .isEmpty();
            assertThat(epochs()).containsExactly(token.epoch());
        }
    }

    private List<Long> epochs() throws Exception {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT DISTINCT lease_epoch FROM submission_intents WHERE attempt_count > 0")) {
            List<Long> epochs = new java.util.ArrayList<>();
            while (rows.next()) {
                epochs.add(rows.getLong(1));
            }
            return epochs;
        }
    }

    /** With a refresh that would come far too late, only the hint can be what makes the leader look. */
    @Test
    void picksUpFollowerSubmittedIntents() throws Exception {
        on(Databases.POSTGRESQL);
        try (TestNode leader = node("leader")
                        .with(settings -> settings.refreshInterval(Duration.ofHours(1)))
                        .start();
                TestNode follower = node("follower").observing().start()) {
            leader.awaitLeader();
            follower.submit("i", "three");
            assertThat(follower.awaitTerminal("i").status()).isEqualTo(IntentStatus.ACCEPTED);
            assertThat(leader.fake().count()).isEqualTo(1);
            assertThat(follower.fake().count()).isZero();
        }
    }

    /** Without any hint (plain SQL gives none) the refresh finds it. */
    @ParameterizedTest
    @EnumSource
    void picksUpFollowerSubmittedIntentsByRefreshAlone(Databases which) throws Exception {
        on(which);
        try (TestNode leader = node("leader").start()) {
            leader.submit("model", "three");
            leader.awaitTerminal("model");
            Databases.execute(database, FeedTest.copyOf("model", "plain"));
            assertThat(leader.awaitTerminal("plain").status()).isEqualTo(IntentStatus.ACCEPTED);
        }
    }

    @ParameterizedTest
    @EnumSource
    void waitingWorksOnAFollower(Databases which) throws Exception {
        on(which);
        try (TestNode leader = node("leader").start();
                TestNode follower = node("follower").observing().start()) {
            leader.awaitLeader();
            follower.submit("i", "three");
            Intent intent =
                    follower.manager.waitFor("i", Duration.ofSeconds(60)).orElseThrow();
            assertThat(intent.status()).isEqualTo(IntentStatus.ACCEPTED);
        }
    }

    /** The gate shuts between the recorded start and the call, because heartbeats are slow, and the term goes on. */
    @Test
    void anAttemptGivenUpBeforeTheCallIsAbortedAndDoesNotCount() throws Exception {
        on(Databases.POSTGRESQL);
        TestNode[] node = new TestNode[1];
        SubmissionListener shutter = new Reopener() {
            @Override
            public void started(String intentId, int attempt, Duration queueDelay) {
                if (attempt == 1) {
                    shutGate(node[0]);
                }
            }
        };
        node[0] = node("one").heard(shutter).strategy(patient()).start();
        try (TestNode one = node[0]) {
            assertAbortedOnceThenAccepted(one);
            assertThat(one.fake().count()).isEqualTo(1);
        }
    }

    /** The gate shuts after the last look, while the gateway is being reached: still nothing leaves. */
    @Test
    void anAttemptIsAbortedWhenTheWayToTheGatewayTakesLongerThanTheLeaderIsTrusted() throws Exception {
        on(Databases.POSTGRESQL);
        TestNode[] node = new TestNode[1];
        try (WatchfulGateway far = new WatchfulGateway()) {
            GatewayKind slow = new GatewayKind() {
                @Override
                public String type() {
                    return "slow";
                }

                @Override
                public boolean knowsReason(String reason) {
                    return false;
                }

                @Override
                public Gateway open(GatewaySpec spec) {
                    Gateway real = HttpKind.http().open(spec);
                    return call -> {
                        if (call.attempt() == 1) {
                            shutGate(node[0]);
                        }
                        return real.send(call);
                    };
                }
            };
            node[0] = node("one")
                    .heard(new Reopener())
                    .strategy(patient())
                    .with(settings -> SubmissionSettings.of(
                                    List.of(GatewaySpec.of("far", "slow", far.url())),
                                    List.of(Target.of("once", "far", new Policy.OneShot())))
                            .refreshInterval(Duration.ofMillis(200)))
                    .more(builder -> builder.kind(slow))
                    .start();
            try (TestNode one = node[0]) {
                assertAbortedOnceThenAccepted(one);
                assertThat(far.calls())
                        .extracting(WatchfulGateway.Call::attempt)
                        .containsExactly(2);
            }
        }
    }

    private void assertAbortedOnceThenAccepted(TestNode one) throws Exception {
        one.awaitLeader();
        execute("CREATE TABLE slow (seconds float)");
        execute("CREATE FUNCTION slow_down() RETURNS trigger LANGUAGE plpgsql AS"
                + " 'BEGIN PERFORM pg_sleep(seconds) FROM slow; RETURN NEW; END'");
        execute("CREATE TRIGGER slow_beats BEFORE UPDATE ON baton_leases"
                + " FOR EACH ROW EXECUTE FUNCTION slow_down()");
        one.submit("i", "once");
        assertThat(one.awaitTerminal("i").status()).isEqualTo(IntentStatus.ACCEPTED);
        assertThat(one.manager.history("i").orElseThrow().attempts())
                .extracting(Attempt::outcomeStatus, Attempt::leaseEpoch)
                .containsExactly(tuple(OutcomeStatus.ABORTED, 1L), tuple(OutcomeStatus.ACCEPTED, 1L));
    }

    /** Heartbeats take longer than they are trusted, until an attempt is over. */
    private void shutGate(TestNode node) {
        execute("INSERT INTO slow VALUES (1.5)");
        Awaitility.await()
                .atMost(TestNode.PATIENCE)
                .until(() -> !node.manager.campaign().gate().isLeader());
    }

    private class Reopener implements SubmissionListener {
        @Override
        public void answered(String intentId, int attempt, Outcome outcome) {
            execute("DELETE FROM slow");
        }
    }

    /** A heartbeat may take longer than it is trusted. */
    private static Strategy patient() {
        return new Strategy.Session(
                Duration.ofMillis(200),
                Duration.ofMillis(800),
                Duration.ofSeconds(10),
                Duration.ofSeconds(7),
                Takeover.EXCLUSIVE);
    }

    private void execute(String sql) {
        try {
            Databases.execute(database, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
