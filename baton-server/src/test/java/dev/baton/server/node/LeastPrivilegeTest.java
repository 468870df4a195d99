package dev.baton.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.SetupRefusedException;
import dev.baton.alerts.AlertsSchema;
import dev.baton.jobs.JobsSchema;
import dev.baton.server.TestNode;
import dev.baton.server.store.AuditVerification;
import dev.baton.server.store.IntegrityAudit;
import dev.baton.server.store.ServerSchema;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.Schema;
import dev.baton.sql.schema.TableNames;
import dev.baton.submissions.store.SubmissionSchema;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.UrlDataSource;
import dev.baton.testkit.contract.LeaseTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A whole server works with the shipped grants, each account within its own bounds, on tables that another has made. */
class LeastPrivilegeTest {

    private static final List<String> ACCOUNTS = List.of("baton_owner", "baton_leader", "baton_app", "baton_reader");

    private static final Schema SCHEMA = new Schema(
            TableNames.DEFAULT,
            List.of(
                    Schema.LEADERSHIP,
                    SubmissionSchema.COMPONENT,
                    JobsSchema.COMPONENT,
                    AlertsSchema.COMPONENT,
                    ShardsSchema.COMPONENT,
                    ServerSchema.COMPONENT,
                    ServerSchema.AUDIT));

    @Test
    void onPostgres() throws Exception {
        try (TestDatabase database = PostgresDatabase.fresh()) {
            LeaseTable admin = new LeaseTable(database.dataSource());
            for (String account : ACCOUNTS) {
                admin.update(
                        "DO $$ BEGIN CREATE ROLE " + account + " LOGIN; EXCEPTION WHEN duplicate_object THEN END $$");
            }
            prove(database, "user=postgres");
        }
    }

    @Test
    void onMariaDb() throws Exception {
        try (TestDatabase database = MariaDbDatabase.fresh()) {
            for (String account : ACCOUNTS) {
                new LeaseTable(database.dataSource()).update("CREATE USER IF NOT EXISTS " + account);
            }
            prove(database, "user=root");
        }
    }

    private static void prove(TestDatabase database, String admin) throws Exception {
        String url = database.url();
        String settings = """
            [database]
            migrate = false
            leadership_url = "URL"
            [gateways.good]
            type = "fake"
            [targets.good]
            gateway = "good"
            policy = "one_shot"
            """.replace("URL", url.replace(admin, "user=baton_leader"));
        run(database, "../deploy/sql/" + database.dialect() + "/owner.sql");
        LeaseTable owner = new LeaseTable(new UrlDataSource(url.replace(admin, "user=baton_owner")));
        refuseUntilApplied(database, settings);
        SCHEMA.apply(new UrlDataSource(url.replace(admin, "user=baton_owner")));
        run(database, "../deploy/sql/" + database.dialect() + "/grants.sql");
        run(database, "../deploy/sql/grants-server.sql");
        try (TestNode node = new TestNode(settings, url.replace(admin, "user=baton_app"))) {
            proveWork(node);
        }
        UrlDataSource reader = new UrlDataSource(url.replace(admin, "user=baton_reader"));
        assertThat(AuditVerification.verify(reader, TableNames.DEFAULT, List.of()))
                .singleElement()
                .satisfies(chain -> {
                    assertThat(chain.findings()).isEmpty();
                    assertThat(chain.lines()).isEqualTo(1);
                });
        assertThat(IntegrityAudit.examine(reader, TableNames.DEFAULT, IntegrityAudit.Executor.USUAL))
                .allMatch(finding -> finding.violations().isEmpty());
        proveBounds(url, admin);
        assertThat(AuditVerification.prune(
                        new UrlDataSource(url.replace(admin, "user=baton_owner")),
                        TableNames.DEFAULT,
                        Duration.ofDays(30)))
                .isZero();
        owner.update("DELETE FROM baton_commands");
    }

    /** Nothing is made by a server that was told to make nothing. */
    private static void refuseUntilApplied(TestDatabase database, String settings) {
        assertThatThrownBy(() -> new TestNode(settings.replaceAll("leadership_url.*", ""), database.url()))
                .isInstanceOf(SetupRefusedException.class)
                .hasMessageContaining("is at version 0, this program needs version");
    }

    private static void proveWork(TestNode node) throws Exception {
        String intent = "{\"intentId\": \"i\", \"submissionTarget\": \"good\"}";
        assertThat(node.post("/v1/intents", intent).status()).isEqualTo(200);
        String job = node.post("/v1/jobs", "{\"job\": \"sample\", \"payload\": {\"delayMillis\": 1}}")
                .json()
                .path("id")
                .asString();
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> node.get("/v1/intents/i")
                        .json()
                        .path("status")
                        .asString()
                        .equals("accepted"));
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> node.get("/v1/jobs/" + job).body().contains("completed"));
        node.node().runLogs().keep(UUID.fromString(job), 1, "said");
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> node.get("/v1/jobs/" + job + "/runs/1/log").status() == 200);
        assertThat(node.post("/v1/queues/night/pause", "").status()).isEqualTo(200);
        assertThat(node.get("/v1/audit").body()).contains("queue.pause");
        assertThat(node.get("/v1/leaders/scheduler/history").status()).isEqualTo(200);
    }

    private static void proveBounds(String url, String admin) {
        String[] app = {
            "UPDATE baton_audit_trail SET actor = 'nobody'",
            "DELETE FROM baton_audit_trail",
            "UPDATE baton_audit_chains SET pruned_line = 1",
            "DELETE FROM baton_audit_chains",
            "DELETE FROM baton_audit",
            "DELETE FROM baton_leader_events",
            "UPDATE baton_leases SET lease_epoch = 0",
            "CREATE TABLE of_its_own (x int)",
        };
        String[] leader = {"DELETE FROM baton_leases", "SELECT * FROM baton_jobs", "DELETE FROM baton_audit_trail"};
        String[] reader = {
            "DELETE FROM baton_commands",
            "UPDATE baton_jobs SET status = 'dead'",
            "UPDATE baton_leases SET lease_epoch = 0"
        };
        denied(url.replace(admin, "user=baton_app"), app);
        denied(url.replace(admin, "user=baton_leader"), leader);
        denied(url.replace(admin, "user=baton_reader"), reader);
    }

    private static void denied(String url, String... statements) {
        for (String sql : statements) {
            assertThatThrownBy(() -> new LeaseTable(new UrlDataSource(url)).update(sql))
                    .as(sql)
                    .isInstanceOf(SQLException.class)
                    .hasMessageMatching("(?s).*(denied|permission).*");
        }
    }

    private static void run(TestDatabase database, String file) throws Exception {
        String script = Files.readString(Path.of(file)).replaceAll("(?m)^--.*$", "");
        for (String statement : script.split(";")) {
            if (!statement.isBlank()) {
                new LeaseTable(database.dataSource()).update(statement.strip());
            }
        }
    }
}
