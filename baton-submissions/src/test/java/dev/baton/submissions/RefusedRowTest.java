package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.gateway.GatewayLimits;
import dev.baton.submissions.model.AttemptsOfDay;
import dev.baton.submissions.model.IntentStatus;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A constraint of the application's refuses what is done to one row: no other row pays for it, and nobody is deposed. */
class RefusedRowTest {

    @ParameterizedTest
    @EnumSource
    void anOldIntentToWhichTheApplicationRefersKeepsNoOther(Databases database) throws Exception {
        DataSource source = database.fresh();
        try (TestNode before = TestNode.on(source).strategy(database.strategy()).start()) {
            for (String id : List.of("one", "kept", "three")) {
                before.submit(id, "three");
                before.awaitTerminal(id);
            }
            before.manager.campaign().drain().join();
            String row = " FROM submission_intents WHERE intent_id = 'kept'";
            Databases.execute(
                    source,
                    database == Databases.SQLSERVER
                            ? "SELECT intent_id INTO invoices" + row
                            : "CREATE TABLE invoices AS SELECT intent_id" + row);
            Databases.execute(
                    source,
                    "ALTER TABLE invoices ADD CONSTRAINT invoice_of FOREIGN KEY (intent_id)"
                            + " REFERENCES submission_intents (intent_id)");
        }
        try (TestNode node = TestNode.on(source)
                .named("two")
                .strategy(database.strategy())
                .with(settings -> settings.retention(Duration.ofMillis(5)))
                .start()) {
            long epoch = node.awaitLeader().epoch();
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> count(node, "submission_intents") == 1);
            assertThat(node.manager.history("kept").orElseThrow().attempts())
                    .as("all of it stays")
                    .hasSize(1);
            assertThat(node.manager.attemptsByDay(Optional.empty(), 10))
                    .extracting(AttemptsOfDay::attempts)
                    .containsExactly(2L);
            assertThat(node.awaitLeader().epoch()).as("the term goes on").isEqualTo(epoch);
        }
    }

    /** Both are overdue at once, and no attempt will notice. */
    @ParameterizedTest
    @EnumSource
    void anOverdueIntentThatTheDatabaseWillNotHaveEndedKeepsNoOther(Databases database) throws Exception {
        CompletableFuture<GatewayAnswer> never = new CompletableFuture<>();
        try (TestNode node = TestNode.on(database.fresh())
                .strategy(database.strategy())
                .with(settings -> settings.limits(Map.of("fake", GatewayLimits.DEFAULT.concurrency(1))))
                .fake(fake -> fake.answeringLater(call -> never))
                .start()) {
            long epoch = node.awaitLeader().epoch();
            node.submit("hangs", "three");
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> node.fake().count() == 1);
            Databases.execute(
                    node.pool,
                    "ALTER TABLE submission_intents ADD CONSTRAINT antidote"
                            + " CHECK (intent_id <> 'cursed' OR status = 'pending')");
            node.manager.acceptBatch(
                    List.of(TestNode.request("cursed", "deadline"), TestNode.request("fine", "deadline")));
            assertThat(node.awaitTerminal("fine").exhaustedReason()).contains("deadline_exceeded");
            assertThat(node.manager.get("cursed").orElseThrow().status()).isEqualTo(IntentStatus.PENDING);
            assertThat(node.awaitLeader().epoch()).as("the term goes on").isEqualTo(epoch);
            never.complete(new GatewayAnswer.Accepted("at last"));
        }
    }

    /** PostgreSQL completes what is inserted by itself; elsewhere the leader does. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "POSTGRESQL")
    void anIntentByPlainSqlThatTheDatabaseWillNotHaveCompletedKeepsNoOther(Databases database) throws Exception {
        try (TestNode node =
                TestNode.on(database.fresh()).strategy(database.strategy()).start()) {
            long epoch = node.awaitLeader().epoch();
            node.submit("model", "deadline");
            Databases.execute(
                    node.pool,
                    "ALTER TABLE submission_intents ADD CONSTRAINT antidote"
                            + " CHECK (intent_id <> 'cursed' OR gateway = '')");
            for (String id : List.of("cursed", "fine")) {
                Databases.execute(
                        node.pool,
                        "INSERT INTO submission_intents (intent_id, submission_target, payload, payload_hash, contract)"
                                + " SELECT '" + id + "', submission_target, payload, payload_hash, contract"
                                + " FROM submission_intents WHERE intent_id = 'model'");
            }
            assertThat(node.awaitTerminal("fine").status()).isEqualTo(IntentStatus.ACCEPTED);
            assertThat(node.manager.get("cursed").orElseThrow().status()).isEqualTo(IntentStatus.PENDING);
            assertThat(node.awaitLeader().epoch()).as("the term goes on").isEqualTo(epoch);
        }
    }

    private static long count(TestNode node, String rows) throws SQLException {
        try (Connection connection = node.pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT count(*) FROM " + rows)) {
            result.next();
            return result.getLong(1);
        }
    }
}
