package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.gateway.GatewayLimits;
import dev.baton.submissions.model.Attempt;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.OutcomeStatus;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.SubmissionListener;
import dev.baton.submissions.model.Target;
import dev.baton.submissions.model.Webhook;
import dev.baton.submissions.model.WebhookState;
import dev.baton.testkit.contract.LeaseTable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Somebody has locked one row, and does not let go of it: no other row pays for it, nobody is deposed, and what was to be done with that row
 * is done as soon as it is free.
 */
class HeldRowTest {

    private static final String HELD = "held";

    /** The row of an intent, held until this is closed. */
    private record Hold(Connection connection) implements AutoCloseable {

        static Hold of(DataSource source, String... statements) throws SQLException {
            Connection connection = source.getConnection();
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                for (String one : statements) {
                    statement.execute(one);
                }
            }
            return new Hold(connection);
        }

        static Hold ofIntent(DataSource source) throws SQLException {
            return of(source, "SELECT intent_id FROM submission_intents WHERE intent_id = '" + HELD + "' FOR UPDATE");
        }

        @Override
        public void close() throws SQLException {
            if (!connection.isClosed()) {
                connection.rollback();
                connection.close();
            }
        }
    }

    private final CompletableFuture<GatewayAnswer> answer = new CompletableFuture<>();

    private TestNode.Setup answering(DataSource source, Databases database) {
        return TestNode.on(source)
                .strategy(database.strategy())
                .fake(fake -> fake.answeringLater(call -> answer.copy()));
    }

    private static TestNode client(DataSource source, Databases database) {
        return TestNode.on(source).strategy(database.strategy()).observing().start();
    }

    private static void awaitCalls(TestNode node, int calls) {
        Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.fake().count() == calls);
    }

    private static List<OutcomeStatus> outcomes(TestNode node) throws SQLException {
        return node.manager.history(HELD).orElseThrow().attempts().stream()
                .map(Attempt::outcomeStatus)
                .toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB", "MYSQL"})
    void anIntentThatIsHeldWhenItIsDueKeepsNoOther(Databases database) throws Exception {
        DataSource source = database.fresh();
        answer.complete(new GatewayAnswer.Accepted("soon"));
        try (TestNode client = client(source, database)) {
            client.manager.acceptBatch(List.of(TestNode.request(HELD, "three"), TestNode.request("fine", "three")));
            try (TestNode node = answering(source, database).named("two").start()) {
                try (Hold hold = Hold.ofIntent(source)) {
                    assertThat(client.awaitTerminal("fine").status()).isEqualTo(IntentStatus.ACCEPTED);
                    client.submit("fine too", "three");
                    assertThat(client.awaitTerminal("fine too").status()).isEqualTo(IntentStatus.ACCEPTED);
                }
                assertThat(client.awaitTerminal(HELD).status()).isEqualTo(IntentStatus.ACCEPTED);
                assertThat(node.awaitLeader().epoch()).as("nobody was deposed").isEqualTo(1);
            }
        }
    }

    /** Whatever else is looked at so rarely. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB", "MYSQL"})
    void anIntentThatWasHeldDoesNotWaitForTheRefresh(Databases database) throws Exception {
        DataSource source = database.fresh();
        CompletableFuture<Void> tried = new CompletableFuture<>();
        SubmissionListener heard = new SubmissionListener() {
            @Override
            public void starting(List<String> intentIds) {
                tried.complete(null);
            }
        };
        answer.complete(new GatewayAnswer.Accepted("soon"));
        try (TestNode client = client(source, database)) {
            client.submit(HELD, "three");
            try (Hold hold = Hold.ofIntent(source);
                    TestNode node = answering(source, database)
                            .named("two")
                            .with(settings -> settings.refreshInterval(Duration.ofHours(1)))
                            .heard(heard)
                            .start()) {
                tried.get(TestNode.PATIENCE.toSeconds(), TimeUnit.SECONDS);
                node.submit("fine", "three");
                client.awaitTerminal("fine");
                hold.close();
                assertThat(client.awaitTerminal(HELD).status()).isEqualTo(IntentStatus.ACCEPTED);
                assertThat(node.awaitLeader().epoch()).as("nobody was deposed").isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB", "MYSQL"})
    void theOutcomeOfAnIntentThatIsHeldIsRecordedWhenItIsFree(Databases database) throws Exception {
        DataSource source = database.fresh();
        try (TestNode node = answering(source, database).start()) {
            node.manager.acceptBatch(List.of(TestNode.request(HELD, "three"), TestNode.request("fine", "three")));
            awaitCalls(node, 2);
            try (Hold hold = Hold.ofIntent(source)) {
                answer.complete(new GatewayAnswer.Accepted("soon"));
                assertThat(node.awaitTerminal("fine").status()).isEqualTo(IntentStatus.ACCEPTED);
                node.submit("fine too", "three");
                assertThat(node.awaitTerminal("fine too").status()).isEqualTo(IntentStatus.ACCEPTED);
                assertThat(outcomes(node)).isEmpty();
            }
            assertThat(node.awaitTerminal(HELD).status()).isEqualTo(IntentStatus.ACCEPTED);
            assertThat(outcomes(node)).containsExactly(OutcomeStatus.ACCEPTED);
            assertThat(node.fake().count()).as("no call is made twice").isEqualTo(3);
            assertThat(node.awaitLeader().epoch()).as("nobody was deposed").isEqualTo(1);
        }
    }

    /** As an intent: the database will have its outcome neither as it is nor as an error. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB", "MYSQL"})
    void anOutcomeThatIsRefusedIsRecordedWhenItIsNoLonger(Databases database) throws Exception {
        DataSource source = database.fresh();
        try (TestNode node = answering(source, database).start()) {
            node.manager.acceptBatch(List.of(TestNode.request(HELD, "three"), TestNode.request("fine", "three")));
            awaitCalls(node, 2);
            Databases.execute(
                    source,
                    "ALTER TABLE submission_intents ADD CONSTRAINT antidote CHECK (intent_id <> '" + HELD
                            + "' OR in_flight)");
            answer.complete(new GatewayAnswer.Accepted("soon"));
            assertThat(node.awaitTerminal("fine").status()).isEqualTo(IntentStatus.ACCEPTED);
            Databases.execute(source, "ALTER TABLE submission_intents DROP CONSTRAINT antidote");
            assertThat(node.awaitTerminal(HELD).status()).isEqualTo(IntentStatus.ACCEPTED);
            List<OutcomeStatus> outcomes = outcomes(node);
            assertThat(outcomes)
                    .as("an error is what is tried next, and the constraint may have gone in between")
                    .isIn(List.of(OutcomeStatus.ACCEPTED), List.of(OutcomeStatus.ERROR, OutcomeStatus.ACCEPTED));
            assertThat(node.fake().count()).as("each call is on record").isEqualTo(1 + outcomes.size());
            assertThat(node.awaitLeader().epoch()).as("nobody was deposed").isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB", "MYSQL"})
    void whatAFormerTermLeftIsCalledUnknownWhenItIsFree(Databases database) throws Exception {
        DataSource source = database.fresh();
        CompletableFuture<GatewayAnswer> never = new CompletableFuture<>();
        TestNode.Setup setup = TestNode.on(source)
                .strategy(database.strategy())
                .with(settings -> settings.refreshInterval(Duration.ofHours(1)))
                .fake(fake -> fake.answeringLater(call -> call.attempt() == 1
                        ? never
                        : CompletableFuture.completedFuture(new GatewayAnswer.Accepted("again"))));
        try (TestNode node = setup.start()) {
            node.manager.acceptBatch(List.of(TestNode.request(HELD, "three"), TestNode.request("fine", "three")));
            awaitCalls(node, 2);
            long epoch = node.awaitLeader().epoch() + 1;
            try (Hold hold = Hold.ofIntent(source)) {
                new LeaseTable(source).revoke(SubmissionManager.ROLE);
                assertThat(node.awaitTerminal("fine").status()).isEqualTo(IntentStatus.ACCEPTED);
                assertThat(outcomes(node)).isEmpty();
            }
            assertThat(node.awaitTerminal(HELD).status()).isEqualTo(IntentStatus.ACCEPTED);
            assertThat(outcomes(node)).containsExactly(OutcomeStatus.UNKNOWN, OutcomeStatus.ACCEPTED);
            assertThat(node.awaitLeader().epoch())
                    .as("one term after the other")
                    .isLessThanOrEqualTo(epoch + 1);
        }
    }

    /** Both are overdue at once, and no attempt will notice. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB", "MYSQL"})
    void anOverdueIntentThatIsHeldKeepsNoOther(Databases database) throws Exception {
        DataSource source = database.fresh();
        try (TestNode node = answering(source, database)
                .with(settings -> settings.limits(Map.of("fake", GatewayLimits.DEFAULT.concurrency(1))))
                .start()) {
            node.submit("hangs", "three");
            awaitCalls(node, 1);
            node.manager.acceptBatch(List.of(TestNode.request(HELD, "deadline"), TestNode.request("fine", "deadline")));
            try (Hold hold = Hold.ofIntent(source)) {
                assertThat(node.awaitTerminal("fine").exhaustedReason()).contains("deadline_exceeded");
            }
            assertThat(node.awaitTerminal(HELD).exhaustedReason()).contains("deadline_exceeded");
            assertThat(node.awaitLeader().epoch()).as("nobody was deposed").isEqualTo(1);
            answer.complete(new GatewayAnswer.Accepted("at last"));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB", "MYSQL"})
    void anOldIntentThatIsHeldKeepsNoOther(Databases database) throws Exception {
        DataSource source = database.fresh();
        ended(source, database, HELD, "one", "two");
        try (Hold hold = Hold.ofIntent(source)) {
            prunes(source, database, hold);
        }
    }

    /** As a transaction of the application's does that stores an invoice of it, and takes its time. */
    @Test
    void anOldIntentToWhichSomebodyIsAboutToReferKeepsNoOther() throws Exception {
        DataSource source = Databases.POSTGRESQL.fresh();
        ended(source, Databases.POSTGRESQL, HELD, "one", "two");
        Databases.execute(source, "CREATE TABLE invoices (of text REFERENCES submission_intents)");
        try (Hold hold = Hold.of(source, "INSERT INTO invoices VALUES ('" + HELD + "')")) {
            prunes(source, Databases.POSTGRESQL, hold);
        }
    }

    /** A reference is no reason to wait for anything but a deletion. */
    @Test
    void anIntentToWhichSomebodyIsAboutToReferIsExecuted() throws Exception {
        DataSource source = Databases.POSTGRESQL.fresh();
        try (TestNode client = client(source, Databases.POSTGRESQL)) {
            client.submit(HELD, "three");
            Databases.execute(source, "CREATE TABLE invoices (of text REFERENCES submission_intents)");
            answer.complete(new GatewayAnswer.Accepted("soon"));
            try (Hold hold = Hold.of(source, "INSERT INTO invoices VALUES ('" + HELD + "')");
                    TestNode node =
                            answering(source, Databases.POSTGRESQL).named("two").start()) {
                assertThat(client.awaitTerminal(HELD).status()).isEqualTo(IntentStatus.ACCEPTED);
                assertThat(node.awaitLeader().epoch()).isEqualTo(1);
            }
        }
    }

    private static void ended(DataSource source, Databases database, String... ids) throws Exception {
        try (TestNode before = TestNode.on(source).strategy(database.strategy()).start()) {
            for (String id : ids) {
                before.submit(id, "three");
                before.awaitTerminal(id);
            }
            before.manager.campaign().drain().join();
        }
    }

    private static void prunes(DataSource source, Databases database, Hold hold) throws Exception {
        try (TestNode node = TestNode.on(source)
                .named("two")
                .strategy(database.strategy())
                .with(settings -> settings.retention(Duration.ofMillis(5)))
                .start()) {
            long epoch = node.awaitLeader().epoch();
            for (String id : List.of("one", "two")) {
                Awaitility.await()
                        .atMost(TestNode.PATIENCE)
                        .until(() -> node.manager.get(id).isEmpty());
            }
            assertThat(node.manager.get(HELD)).isPresent();
            hold.connection().rollback();
            Awaitility.await()
                    .atMost(TestNode.PATIENCE)
                    .until(() -> node.manager.get(HELD).isEmpty());
            assertThat(node.awaitLeader().epoch()).as("nobody was deposed").isEqualTo(epoch);
        }
    }

    /** PostgreSQL completes what is inserted by itself; elsewhere the leader does. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "MARIADB", "MYSQL"})
    void anIntentByPlainSqlThatIsHeldKeepsNoOther(Databases database) throws Exception {
        DataSource source = database.fresh();
        try (TestNode client = client(source, database)) {
            client.submit("model", "deadline");
            for (String id : List.of(HELD, "fine")) {
                Databases.execute(
                        source,
                        "INSERT INTO submission_intents (intent_id, submission_target, payload, payload_hash, contract)"
                                + " SELECT '" + id + "', submission_target, payload, payload_hash, contract"
                                + " FROM submission_intents WHERE intent_id = 'model'");
            }
            answer.complete(new GatewayAnswer.Accepted("soon"));
            try (TestNode node = answering(source, database).named("two").start()) {
                try (Hold hold = Hold.ofIntent(source)) {
                    client.awaitTerminal("fine");
                }
                client.awaitTerminal(HELD);
                assertThat(node.awaitLeader().epoch()).as("nobody was deposed").isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "H2", "MARIADB", "MYSQL"})
    void theTellingOfAnIntentThatIsHeldIsRecordedWhenItIsFree(Databases database) throws Exception {
        DataSource source = database.fresh();
        AtomicInteger told = new AtomicInteger();
        CompletableFuture<Void> held = new CompletableFuture<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            held.join();
            told.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook");
        answer.complete(new GatewayAnswer.Accepted("soon"));
        try (TestNode node = answering(source, database)
                .more(builder -> builder.secrets(name -> Optional.of("swordfish")))
                .with(settings -> SubmissionSettings.of(
                                List.of(GatewaySpec.of("fake", "fake", "")),
                                List.of(Target.of("told", "fake", new Policy.OneShot())
                                        .webhook(Webhook.signed(url, "HOOK_SECRET"))))
                        .refreshInterval(Duration.ofMillis(200)))
                .start()) {
            node.submit(HELD, "told");
            node.awaitTerminal(HELD);
            try (Hold hold = Hold.ofIntent(source)) {
                held.complete(null);
                node.submit("fine", "told");
                awaitTold(node, "fine");
            }
            awaitTold(node, HELD);
            assertThat(told).as("each once").hasValue(2);
            assertThat(node.awaitLeader().epoch()).as("nobody was deposed").isEqualTo(1);
        } finally {
            held.complete(null);
            server.stop(0);
        }
    }

    private static void awaitTold(TestNode node, String id) {
        Awaitility.await("the telling of " + id)
                .atMost(TestNode.PATIENCE)
                .until(() -> node.manager
                                .get(id)
                                .orElseThrow()
                                .webhook()
                                .orElseThrow()
                                .state()
                        == WebhookState.DELIVERED);
    }
}
