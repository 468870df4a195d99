package dev.baton.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeaderToken;
import dev.baton.server.store.AuditLog;
import dev.baton.server.store.AuditVerification;
import dev.baton.server.store.ServerSchema;
import dev.baton.server.store.ServerSql;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.sql.schema.TableNames;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.contract.LeaseTable;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** However many rows of a table are too old, they all go, and never more than a chunk at a time. */
class OldRowPrunerTest {

    private static final int AT_ONCE = 3;

    /** More than two chunks. */
    private static final int OLD = 8;

    private static final String JOB = "'0190a000-0000-7000-8000-000000000001'";
    private static final List<String> TABLES = List.of(
            "baton_audit",
            "baton_audit_trail",
            "baton_commands",
            "baton_sessions",
            "baton_completions",
            "baton_run_logs",
            "baton_leader_events");

    @Test
    void onH2() throws Exception {
        try (TestDatabase database = H2Database.fresh()) {
            prove(database);
        }
    }

    @Test
    void onPostgres() throws Exception {
        try (TestDatabase database = PostgresDatabase.fresh()) {
            prove(database);
        }
    }

    @Test
    void onMariaDb() throws Exception {
        try (TestDatabase database = MariaDbDatabase.fresh()) {
            prove(database);
        }
    }

    private static void prove(TestDatabase database) throws Exception {
        try (Baton baton = Baton.on(database.dataSource())
                .node("n1")
                .component(ServerSchema.COMPONENT)
                .component(ServerSchema.AUDIT)
                .start()) {
            LeaderToken token = baton.campaign(Candidacy.of("log-compactor"))
                    .awaitLeadership(TestPatience.LONGEST_WAIT)
                    .orElseThrow();
            ServerSql sql = new ServerSql(baton.database());
            LeaseTable table = new LeaseTable(database.dataSource());
            OldRowPruner pruner = new OldRowPruner(baton, sql, Duration.ofDays(30), AT_ONCE);
            event(table, 100, 40); // the term that lasts; the last one before it stays too
            Map<String, Long> young = counts(database);
            fill(table, sql);
            young.replaceAll((name, count) -> count + 1);
            Map<String, Long> before = counts(database);
            assertThat(before)
                    .allSatisfy((name, count) ->
                            assertThat(count - young.get(name)).as(name).isEqualTo(OLD));

            assertThat(pruner.pruneSome(token)).isTrue();
            assertThat(counts(database)).as("a chunk of each").isEqualTo(less(before, AT_ONCE));
            assertThat(pruner.pruneSome(token)).isTrue();
            assertThat(counts(database)).as("and another").isEqualTo(less(before, 2 * AT_ONCE));
            assertThat(pruner.pruneSome(token)).isFalse();
            assertThat(counts(database)).as("all that were old").isEqualTo(young);
            assertThat(AuditVerification.verify(database.dataSource(), TableNames.DEFAULT, List.of()))
                    .singleElement()
                    .satisfies(chain -> assertThat(chain.findings()).isEmpty());

            proveThatOneThatIsRefusedStopsNoOther(database, table, pruner, token);
        }
    }

    private static void proveThatOneThatIsRefusedStopsNoOther(
            TestDatabase database, LeaseTable table, OldRowPruner pruner, LeaderToken token) throws SQLException {
        command(table, "late", 50);
        session(table, "late", 50);
        Map<String, Long> before = counts(database);
        table.update("ALTER TABLE baton_commands RENAME TO away");
        assertThat(pruner.pruneSome(token)).isFalse();
        table.update("ALTER TABLE away RENAME TO baton_commands");
        assertThat(counts(database))
                .containsEntry("baton_commands", before.get("baton_commands"))
                .containsEntry("baton_sessions", before.get("baton_sessions") - 1);
    }

    private static Map<String, Long> less(Map<String, Long> counts, int removed) {
        Map<String, Long> left = new LinkedHashMap<>(counts);
        left.replaceAll((name, count) -> count - removed);
        return left;
    }

    /** So many of each that are too old, and one that is not. */
    private static void fill(LeaseTable table, ServerSql sql) throws SQLException {
        AuditLog log = new AuditLog(sql, "n1");
        for (int i = 0; i <= OLD; i++) {
            long days = i < OLD ? 50 : 2;
            log.record(new AuditLog.Act("a", "c", "r", "job.cancel", "s"), "done");
            table.update(
                    "INSERT INTO baton_audit (at, actor, node_id, action, subject, outcome)"
                            + " VALUES (?, 'a', 'n', 'x', 's', 'o')",
                    ago(days));
            command(table, "c" + i, days);
            session(table, "h" + i, days);
            table.update(
                    "INSERT INTO baton_completions (job_id, claim_number, holder_id, secret_hash, asked_at)"
                            + " VALUES (" + JOB + ", ?, 'h', 's', ?)",
                    (long) i,
                    ago(days));
            table.update(
                    "INSERT INTO baton_run_logs (job_id, claim_number, written_at, said)" + " VALUES (" + JOB
                            + ", ?, ?, 's')",
                    (long) i,
                    ago(days));
            event(table, i, 50);
        }
        table.update("UPDATE baton_audit_trail SET at = ? WHERE line_number <= " + OLD, ago(50));
    }

    private static void command(LeaseTable table, String id, long days) throws SQLException {
        table.update(
                "INSERT INTO baton_commands (id, holder_id, action, role, argument, asked_at)"
                        + " VALUES (?, 'h', 'drain', 'r', '', ?)",
                id,
                ago(days));
    }

    private static void session(LeaseTable table, String handle, long days) throws SQLException {
        table.update(
                "INSERT INTO baton_sessions (handle_hash, token_hash, token_name, created_at, seen_at)"
                        + " VALUES (?, 't', 'n', ?, ?)",
                handle,
                ago(days),
                ago(days));
    }

    private static void event(LeaseTable table, long number, long days) throws SQLException {
        table.update(
                "INSERT INTO baton_leader_events (lease_name, lease_epoch, holder_id, node_id, event, reason, at)"
                        + " VALUES ('r', ?, 'h', 'n', 'acquired', '', ?)",
                number,
                ago(days));
    }

    private static Timestamp ago(long days) {
        return Timestamp.from(Instant.now().minus(Duration.ofDays(days)));
    }

    private static Map<String, Long> counts(TestDatabase database) throws SQLException {
        Map<String, Long> counts = new LinkedHashMap<>();
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String name : TABLES) {
                // events of the election that this test stands on come and go as they like
                String whose = name.equals("baton_leader_events") ? " WHERE lease_name = 'r'" : "";
                try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM " + name + whose)) {
                    rows.next();
                    counts.put(name, rows.getLong(1));
                }
            }
        }
        return counts;
    }
}
