package dev.baton.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.sql.Baton;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.schema.TableNames;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.contract.LeaseTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What runs say is written by and by, outlives a database that is away, and goes when it is too old, on every database. */
class RunLogsTest implements OnEveryDatabase {

    private static final UUID JOB = UUID.fromString("0190a000-0000-7000-8000-000000000001");

    private static String twoHoursEarlier(String dialect) {
        return switch (dialect) {
            case "h2" -> "DATEADD('HOUR', -2, written_at)";
            case "postgresql" -> "written_at - interval '2 hours'";
            case "sqlserver" -> "DATEADD(hour, -2, written_at)";
            default -> "written_at - INTERVAL 2 HOUR";
        };
    }

    private static String renaming(TestDatabase database, String table, String name) {
        return database.dialect().equals("sqlserver")
                ? "EXEC sp_rename '" + table + "', '" + name + "'"
                : "ALTER TABLE " + table + " RENAME TO " + name;
    }

    @Override
    public void prove(TestDatabase database) throws SQLException {
        String twoHoursEarlier = twoHoursEarlier(database.dialect());
        LeaseTable table = new LeaseTable(database.dataSource());
        try (Baton baton = Baton.on(database.dataSource())
                .node("n1")
                .component(ServerSchema.COMPONENT)
                .start()) {
            ServerSql sql = new ServerSql(baton.database());
            RunLogs logs = new RunLogs(sql);
            logs.keep(JOB, 1, "one");
            awaitText(logs, 1, "one");
            logs.keep(JOB, 1, "one\ntwo\tÜ\r\nwith\0zero and \u001b[31mcolour\u009b1m\u202eback");
            awaitText(logs, 1, "one\ntwo\tÜ\nwith zero and  [31mcolour 1m back");
            assertThat(logs.show(JOB, 2)).isEmpty();

            table.update(renaming(database, "baton_run_logs", "away"));
            logs.keep(JOB, 2, "said while it was away");
            logs.keep(JOB, 2, "and more");
            table.update(renaming(database, "away", "baton_run_logs"));
            awaitText(logs, 2, "and more");

            table.update("UPDATE baton_run_logs SET written_at = " + twoHoursEarlier + " WHERE claim_number = 1");
            assertThat(prune(database)).isEqualTo(1);
            assertThat(logs.show(JOB, 1)).isEmpty();
            assertThat(logs.show(JOB, 2)).isPresent();

            logs.keep(JOB, 3, "last words");
            logs.close();
            assertThat(logs.show(JOB, 3)).as("written before it was closed").isPresent();
        }
    }

    @Test
    void whatIsShortenedIsCountedAsItIsKept() throws SQLException {
        try (TestDatabase database = H2Database.fresh();
                Baton baton = Baton.on(database.dataSource())
                        .node("n1")
                        .component(ServerSchema.COMPONENT)
                        .start();
                RunLogs logs = new RunLogs(new ServerSql(baton.database()))) {
            String muchForLittle = "\r\n".repeat(6 << 20);
            for (int claim = 1; claim <= 3; claim++) {
                logs.keep(JOB, claim, muchForLittle);
                long written = claim;
                await().atMost(TestPatience.LONGEST_WAIT)
                        .until(() -> logs.show(JOB, written).isPresent());
            }
            logs.keep(JOB, 4, "after all of that");
            awaitText(logs, 4, "after all of that");
        }
    }

    @Test
    void oneThatTheDatabaseRefusesIsLostAlone() throws SQLException {
        try (TestDatabase database = H2Database.fresh();
                Baton baton = Baton.on(database.dataSource())
                        .node("n1")
                        .component(ServerSchema.COMPONENT)
                        .start();
                RunLogs logs = new RunLogs(new ServerSql(baton.database()))) {
            logs.keep(JOB, 0, "the tables are there");
            awaitText(logs, 0, "the tables are there");
            LeaseTable table = new LeaseTable(database.dataSource());
            table.update("ALTER TABLE baton_run_logs RENAME TO away"); // until all of them wait together
            for (int claim = 1; claim <= 9; claim++) {
                logs.keep(JOB, claim, claim == 5 ? "poison" : "fine");
            }
            table.update("ALTER TABLE away ADD CHECK (said <> 'poison')");
            table.update("ALTER TABLE away RENAME TO baton_run_logs");
            for (int claim = 1; claim <= 9; claim++) {
                if (claim != 5) {
                    awaitText(logs, claim, "fine");
                }
            }
            assertThat(logs.show(JOB, 5)).isEmpty();
        }
    }

    private static void awaitText(RunLogs logs, long claim, String text) {
        await().atMost(TestPatience.LONGEST_WAIT)
                .untilAsserted(() -> assertThat(logs.show(JOB, claim))
                        .hasValueSatisfying(said -> assertThat(said.text()).isEqualTo(text)));
    }

    private static int prune(TestDatabase database) throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            Dialect dialect = Dialects.of(connection);
            return new SqlCatalog(ServerSql.SUBJECTS, dialect.folders(), TableNames.DEFAULT)
                    .get("prune-logs")
                    .set("age_ms", Duration.ofHours(1).toMillis())
                    .set("at_most", 10)
                    .update(connection);
        }
    }
}
