package dev.baton.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.jobs.JobRun;
import dev.baton.jobs.JobStatus;
import dev.baton.jobs.Jobs;
import dev.baton.server.TestNode;
import dev.baton.shards.Layout;
import dev.baton.shards.ShardGroup;
import dev.baton.shards.ShardGroups;
import dev.baton.sql.Schema;
import dev.baton.sql.schema.SchemaComponent;
import dev.baton.sql.schema.TableNames;
import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.model.Attempt;
import dev.baton.submissions.model.AttemptsOfDay;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.OutcomeStatus;
import dev.baton.testkit.GaleraDatabase;
import dev.baton.testkit.GivenDatabase;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.TestPatience;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A whole node of today on tables and rows of programs before it: it brings them up to date and goes on with all of it. */
class UpgradeTest {

    private static final String SETTINGS = """
            [gateways.good]
            type = "fake"
            [targets.good]
            gateway = "good"
            policy = "max_attempts"
            max_attempts = 3
            """;

    private static final String DIVIDED = """
            [submissions]
            shards = 2
            """ + SETTINGS;

    /** Where there are such tables. */
    @FunctionalInterface
    private interface Proof {
        void on(TestDatabase database) throws Exception;
    }

    @Test
    void postgres() throws Exception {
        prove(PostgresDatabase.fresh(), UpgradeTest::proveFirst);
    }

    @Test
    void h2() throws Exception {
        prove(H2Database.fresh(), UpgradeTest::proveFirst);
    }

    @Test
    void mariaDb() throws Exception {
        prove(MariaDbDatabase.fresh(), UpgradeTest::proveFirst);
    }

    @Test
    void mySql() throws Exception {
        prove(GivenDatabase.mySqlByMariaDbsDriver(), UpgradeTest::proveFirst);
    }

    @Test
    void galera() throws Exception {
        prove(GaleraDatabase.freshWhereAllIsTried(), UpgradeTest::proveFirst);
    }

    @Test
    void sqlServer() throws Exception {
        prove(GivenDatabase.sqlServer(), UpgradeTest::proveFirst);
    }

    @Test
    void postgresSinceShards() throws Exception {
        prove(PostgresDatabase.fresh(), UpgradeTest::proveSecond);
    }

    @Test
    void h2SinceShards() throws Exception {
        prove(H2Database.fresh(), UpgradeTest::proveSecond);
    }

    @Test
    void mariaDbSinceShards() throws Exception {
        prove(MariaDbDatabase.fresh(), UpgradeTest::proveSecond);
    }

    @Test
    void mySqlSinceShards() throws Exception {
        prove(GivenDatabase.mySqlByMariaDbsDriver(), UpgradeTest::proveSecond);
    }

    @Test
    void galeraSinceShards() throws Exception {
        prove(GaleraDatabase.freshWhereAllIsTried(), UpgradeTest::proveSecond);
    }

    @Test
    void sqlServerSinceShards() throws Exception {
        prove(GivenDatabase.sqlServer(), UpgradeTest::proveSecond);
    }

    private static void prove(TestDatabase empty, Proof proof) throws Exception {
        try (TestDatabase database = empty) {
            proof.on(database);
        }
    }

    private static void proveFirst(TestDatabase database) throws Exception {
        OldTables.make(OldTables.Age.FIRST, database);
        Map<String, Long> before = epochs(database);
        try (TestNode node = new TestNode(SETTINGS, database.url())) {
            proveSchema(database);
            proveIntents(node.node().submissions());
            proveJobs(node.node().jobs());
            proveOperations(node);
            proveTerms(before, database);
        }
    }

    private static void proveSchema(TestDatabase database) throws SQLException {
        assertThat(new Schema(TableNames.DEFAULT, MigrationsTest.COMPONENTS).versions(database.dataSource()))
                .isEqualTo(MigrationsTest.COMPONENTS.stream()
                        .collect(Collectors.toMap(SchemaComponent::name, SchemaComponent::version)));
    }

    /** By shards, whose nodes were others: the layout stays, the terms are later ones. */
    private static void proveSecond(TestDatabase database) throws Exception {
        OldTables.make(OldTables.Age.SECOND, database);
        Map<String, Long> before = epochs(database);
        try (TestNode node = new TestNode(DIVIDED, database.url())) {
            proveSchema(database);
            proveIntents(node.node().submissions());
            proveJobs(node.node().jobs());
            proveOperations(node);
            proveTerms(before, database);
            proveShards(before, database, node.node().shards());
            proveWhatIsKept(node, database);
        }
    }

    private static void proveShards(Map<String, Long> before, TestDatabase database, ShardGroups groups)
            throws SQLException {
        for (int shard = 0; shard < 2; shard++) {
            String role = SubmissionManager.ROLE + "." + shard;
            until("a later term of " + role, () -> epochs(database).get(role) > before.get(role));
        }
        ShardGroup group = groups.find(SubmissionManager.ROLE).orElseThrow();
        assertThat(group.layout()).isEqualTo(new Layout(3, 2));
        until("both are led by the node", () -> ledByAll(groups).equals(List.of("n1", "n1")));
    }

    private static List<String> ledByAll(ShardGroups groups) throws SQLException {
        return groups.find(SubmissionManager.ROLE).orElseThrow().shards().stream()
                .flatMap(shard -> shard.leader().stream())
                .map(leader -> leader.nodeId())
                .toList();
    }

    private static void proveWhatIsKept(TestNode node, TestDatabase database) throws SQLException {
        assertThat(node.node().submissions().history("accepted").orElseThrow().attempts())
                .extracting(Attempt::gatewayMessageId)
                .contains(Optional.of("письмо-17"));
        assertThat(node.node().submissions().attemptsByDay(Optional.of("склад"), 10))
                .extracting(AttemptsOfDay::totalMillis)
                .containsExactly(40L);
        assertThat(node.node().runLogs().show(id(6), 3).orElseThrow().text()).isEqualTo("нет связи");
        assertThat(node.node().jobs().admin().show(id(6)).orElseThrow().runs())
                .extracting(JobRun::queue)
                .contains("default");
        assertThat(AuditVerification.verify(database.dataSource(), TableNames.DEFAULT, List.of()))
                .filteredOn(chain -> chain.nodeId().startsWith("old"))
                .hasSize(2)
                .allSatisfy(chain -> assertThat(chain.findings()).isEmpty());
    }

    private static Map<String, Long> epochs(TestDatabase database) throws SQLException {
        Map<String, Long> epochs = new HashMap<>();
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT lease_name, lease_epoch FROM baton_leases")) {
            while (rows.next()) {
                epochs.put(rows.getString(1), rows.getLong(2));
            }
        }
        return epochs;
    }

    private static void until(String what, Callable<Boolean> condition) {
        await(what).atMost(TestPatience.LONGEST_WAIT).until(condition);
    }

    private static void proveIntents(SubmissionManager intents) throws Exception {
        for (String id : List.of("due", "заказ", "in-flight")) {
            until(id, () -> intents.get(id).orElseThrow().status() == IntentStatus.ACCEPTED);
        }
        assertThat(outcomes(intents, "due")).containsExactly(OutcomeStatus.ACCEPTED);
        assertThat(outcomes(intents, "заказ")).containsExactly(OutcomeStatus.REJECTED, OutcomeStatus.ACCEPTED);
        assertThat(outcomes(intents, "in-flight")).containsExactly(OutcomeStatus.UNKNOWN, OutcomeStatus.ACCEPTED);
        assertThat(outcomes(intents, "exhausted"))
                .containsExactly(OutcomeStatus.ERROR, OutcomeStatus.ERROR, OutcomeStatus.ABORTED);
        for (IntentStatus end :
                List.of(IntentStatus.ACCEPTED, IntentStatus.REJECTED, IntentStatus.EXHAUSTED, IntentStatus.CANCELLED)) {
            assertThat(intents.get(end.label()).orElseThrow().status()).isEqualTo(end);
        }
        assertThat(intents.get("later").orElseThrow().status()).isEqualTo(IntentStatus.PENDING);
    }

    private static List<OutcomeStatus> outcomes(SubmissionManager intents, String id) throws SQLException {
        return intents.history(id).orElseThrow().attempts().stream()
                .map(Attempt::outcomeStatus)
                .toList();
    }

    private static void proveJobs(Jobs jobs) throws Exception {
        until("the due one", () -> status(jobs, 1) == JobStatus.COMPLETED);
        until("the one of a dead worker", () -> status(jobs, 2) == JobStatus.COMPLETED);
        until("the one to be cancelled", () -> status(jobs, 3) == JobStatus.CANCELLED);
        assertThat(status(jobs, 4)).as("in a paused queue").isEqualTo(JobStatus.SCHEDULED);
        assertThat(status(jobs, 5)).as("paused").isEqualTo(JobStatus.SCHEDULED);
        assertThat(jobs.admin().pausedQueues()).containsExactly("night");
        assertThat(jobs.admin().deadLetters(Optional.empty(), 10).items())
                .extracting(job -> job.id())
                .containsExactly(id(6));
        assertThat(jobs.admin().recurring(10)).extracting(job -> job.job()).contains("nightly", "every-hour");
    }

    private static UUID id(int number) {
        return new UUID(0, number);
    }

    private static JobStatus status(Jobs jobs, int number) throws SQLException {
        return jobs.admin().show(id(number)).orElseThrow().job().status();
    }

    private static void proveOperations(TestNode node) throws SQLException {
        assertThat(node.node().alerts().notices()).hasSizeGreaterThanOrEqualTo(2);
        assertThat(node.node().audit().latest(10)).extracting(AuditLine::actor).contains("Ольга");
    }

    private static void proveTerms(Map<String, Long> before, TestDatabase database) throws SQLException {
        for (String role : List.of(SubmissionManager.ROLE, "scheduler", "metrics-aggregator", "log-compactor")) {
            until("a later term of " + role, () -> epochs(database).get(role) > before.get(role));
        }
        assertThat(epochs(database)).containsEntry("reporter", before.get("reporter"));
    }
}
