package dev.baton.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.baton.jobs.JobStatus;
import dev.baton.server.TestNode;
import dev.baton.server.TestNode.Reply;
import dev.baton.server.crypto.Secrets;
import dev.baton.server.store.AuditLine;
import dev.baton.server.store.AuditVerification;
import dev.baton.sql.schema.TableNames;
import dev.baton.submissions.SubmissionManager;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.contract.LeaseTable;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What is done is on record, and what cannot be put on record is not done. */
class AuditedActsTest {

    private static final String OPERATOR = "operator-token-0123456789";

    private static final String SETTINGS = """
        [election]
        drain_timeout = "1s"
        [gateways.good]
        type = "fake"
        [targets.later]
        gateway = "good"
        policy = "one_shot"
        [[security.tokens]]
        name = "oscar"
        role = "operator"
        sha256 = "HASH"
        """.replace("HASH", Secrets.sha256(OPERATOR));

    @Test
    void onH2() throws Exception {
        try (TestDatabase database = H2Database.fresh()) {
            proveTogether(database);
        }
    }

    @Test
    void onPostgres() throws Exception {
        try (TestDatabase database = PostgresDatabase.fresh()) {
            proveTogether(database);
        }
    }

    @Test
    void onMariaDb() throws Exception {
        try (TestDatabase database = MariaDbDatabase.fresh()) {
            proveTogether(database);
        }
    }

    private static void proveTogether(TestDatabase database) throws Exception {
        LeaseTable table = new LeaseTable(database.dataSource());
        try (TestNode node = new TestNode(SETTINGS, database.url())) {
            String job = post(node, "/v1/jobs", "{\"job\": \"sample\", \"runAt\": \"2099-01-01T00:00:00Z\"}")
                    .json()
                    .path("id")
                    .asString();
            assertThat(post(node, "/v1/queues/night/pause", "").status()).isEqualTo(200);
            long lines = node.node().audit().latest(100).size();

            table.update("ALTER TABLE baton_audit_trail RENAME TO away");
            for (String path : List.of("/v1/jobs/" + job + "/cancel", "/v1/queues/night/resume")) {
                assertThat(post(node, path, "").status()).as(path).isGreaterThanOrEqualTo(500);
            }
            table.update("ALTER TABLE away RENAME TO baton_audit_trail");
            assertThat(status(node, job)).isEqualTo(JobStatus.SCHEDULED);
            assertThat(node.node().jobs().admin().pausedQueues()).containsExactly("night");
            assertThat(node.node().audit().latest(100)).hasSize((int) lines);

            assertThat(post(node, "/v1/jobs/" + job + "/cancel", "").status()).isEqualTo(200);
            assertThat(post(node, "/v1/queues/night/resume", "").status()).isEqualTo(200);
            AuditLine resumed = node.node().audit().latest(1).get(0);
            assertThat(List.of(resumed.actor(), resumed.client(), resumed.requestId(), resumed.action()))
                    .containsExactly("oscar", "127.0.0.1", "audit-7", "queue.resume");
            proveIntents(node, table);
            verify(database);
        }
    }

    private static void proveIntents(TestNode node, LeaseTable table) throws Exception {
        node.node().submissions().campaign().drain().get();
        post(node, "/v1/intents", "{\"intentId\": \"kept\", \"submissionTarget\": \"later\"}");
        table.update("ALTER TABLE baton_audit_trail RENAME TO away");
        assertThat(post(node, "/v1/intents/kept/cancel", "").status()).isGreaterThanOrEqualTo(500);
        table.update("ALTER TABLE away RENAME TO baton_audit_trail");
        assertThat(get(node, "/v1/intents/kept").json().path("status").asString())
                .isEqualTo("pending");
        assertThat(table.rows("SELECT intent_id FROM submission_audit", row -> row.getString(1)))
                .isEmpty();
        assertThat(post(node, "/v1/intents/kept/cancel", "").status()).isEqualTo(200);
        assertThat(node.node().audit().latest(1).get(0).action()).isEqualTo("intent.cancel");
    }

    private static void verify(TestDatabase database) throws SQLException {
        assertThat(AuditVerification.verify(database.dataSource(), TableNames.DEFAULT, List.of()))
                .isNotEmpty()
                .allSatisfy(chain -> assertThat(chain.findings()).isEmpty());
    }

    private static JobStatus status(TestNode node, String job) throws Exception {
        return node.node()
                .jobs()
                .admin()
                .show(UUID.fromString(job))
                .orElseThrow()
                .job()
                .status();
    }

    private static Reply get(TestNode node, String path) throws Exception {
        return node.send(node.request(path).header("Authorization", "Bearer " + OPERATOR));
    }

    private static Reply post(TestNode node, String path, String json) throws Exception {
        return node.send(node.request(path)
                .header("Authorization", "Bearer " + OPERATOR)
                .header("X-Request-Id", "audit-7")
                .header("Content-Type", "application/json")
                .POST(json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json)));
    }

    @Test
    void signInsAndRefusalsAreOnRecordAndRefusalsInFewLines() throws Exception {
        try (TestDatabase database = H2Database.fresh();
                TestNode node = new TestNode(SETTINGS, database.url())) {
            assertThat(node.post("/v1/session", "{\"token\": \"" + OPERATOR + "\"}")
                            .status())
                    .isEqualTo(200);
            assertThat(node.node().audit().latest(10))
                    .extracting(AuditLine::actor, AuditLine::action, AuditLine::client)
                    .containsExactly(tuple("oscar", "session.begin", "127.0.0.1"));

            node.post("/v1/session", "{\"token\": \"wrong-token-0123456789\"}");
            for (int i = 0; i < 5; i++) {
                node.get("/v1/leaders");
            }
            for (int i = 0; i < 3 * AccessAudit.MOST_KINDS; i++) {
                node.node()
                        .accessAudit()
                        .add(new AccessAudit.Refusal("nobody", "198.51.100." + i, "", "a", "b", "c", "d"));
            }
            node.node().accessAudit().write();
            List<AuditLine> refused = node.node().audit().latest(100).stream()
                    .filter(line -> line.outcome().startsWith("refused"))
                    .toList();
            assertThat(refused).hasSize(AccessAudit.MOST_KINDS + 1);
            assertThat(refused).anySatisfy(line -> {
                assertThat(line.action()).isEqualTo("session.begin");
                assertThat(line.outcome()).contains("unauthenticated");
            });
            assertThat(refused).anySatisfy(line -> {
                assertThat(line.subject()).isEqualTo("GET /v1/leaders");
                assertThat(line.outcome()).contains("5 times");
                assertThat(line.client()).isEqualTo("127.0.0.1");
                assertThat(line.requestId()).isNotEmpty();
            });
            verify(database);
        }
    }

    @Test
    void aProcessThatDoesNotAnswerIsOnRecordAndDoesNothingLater() throws Exception {
        try (TestDatabase database = H2Database.fresh();
                TestNode node = new TestNode(SETTINGS, database.url())) {
            LeaseTable table = new LeaseTable(database.dataSource());
            String role = SubmissionManager.ROLE;
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> node.node().submissions().campaign().gate().isLeader());
            String own = node.node().baton().holderId();
            table.update(
                    "INSERT INTO baton_commands (id, holder_id, action, role, argument, asked_at)"
                            + " VALUES ('late', ?, 'drain', ?, '', ?)",
                    own,
                    role,
                    Timestamp.from(Instant.now().minus(Duration.ofMinutes(10))));
            table.update("INSERT INTO baton_nodes (holder_id, node_id, version, started_at, seen_at) VALUES"
                    + " ('ghost-1', 'ghost', '1', CURRENT_TIMESTAMP, DATEADD('DAY', 1, CURRENT_TIMESTAMP))");

            Reply reply = post(node, "/v1/leaders/" + role + "/drain", "{\"node\": \"ghost\"}");
            assertThat(reply.status()).isEqualTo(504);
            assertThat(reply.body())
                    .contains(
                            "ghost-1 has not answered within",
                            "a 'baton run' or an application does not",
                            "end that process");
            assertThat(node.node().audit().latest(10))
                    .extracting(AuditLine::outcome)
                    .satisfiesExactly(
                            newest -> assertThat(newest).startsWith("timed out"),
                            first -> assertThat(first).isEqualTo("asked"));
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() ->
                            table.rows("SELECT error FROM baton_commands WHERE id = 'late'", row -> row.getString(1))
                                            .get(0)
                                    != null);
            assertThat(table.rows("SELECT error FROM baton_commands WHERE id = 'late'", row -> row.getString(1))
                            .get(0))
                    .contains("too late");
            assertThat(node.node().submissions().campaign().gate().isLeader()).isTrue();
        }
    }
}
