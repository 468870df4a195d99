package dev.baton.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.jobs.JobsSchema;
import dev.baton.sql.Schema;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.schema.TableNames;
import dev.baton.testkit.GivenDatabase;
import dev.baton.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * On SQL Server a claim is held by a lock whose name is one for the whole database, and a recurring job has the same id in every
 * schema: clusters of their own must not wait for each other's work.
 */
class ClaimLocksTest {

    private static final String ID = JobIds.recurringId("nightly").toString();

    /** What the lock is called comes from the schema that the table is in, however an instance spells it. */
    @Test
    void everyLockOfAClaimSaysWhichSchema() {
        SqlCatalog catalog = catalog(TableNames.DEFAULT);
        List<String> locking = catalog.names().stream()
                .map(catalog::text)
                .filter(text -> text.contains("sp_getapplock"))
                .collect(Collectors.toList());
        assertThat(locking)
                .hasSize(3)
                .allSatisfy(text -> assertThat(text)
                        .contains("@schema = OBJECT_SCHEMA_NAME(OBJECT_ID('baton_jobs', 'U'))")
                        .contains("@lock = CASE @schema WHEN 'dbo' THEN '' ELSE @schema + '.' END")
                        .contains("@Resource = @lock"));
    }

    /** A lock without a name would be an error in the middle of an ending, and the views of the catalogue cost every claim something. */
    @Test
    void withoutATableOfThatNameNoLockIsAskedForAndTheCatalogueIsNotRead() {
        SqlCatalog catalog = catalog(TableNames.DEFAULT);
        assertThat(catalog.names().stream().map(catalog::text).filter(text -> text.contains("sp_getapplock")))
                .hasSize(3)
                .allSatisfy(text -> assertThat(text.substring(0, text.indexOf("sp_getapplock")))
                        .containsPattern("IF @schema IS NULL\\s+THROW 51223, 'baton_jobs is not a table here")
                        .doesNotContain("sys."));
    }

    @Test
    void aClaimBySynonymIsRefused() throws SQLException {
        try (TestDatabase database = GivenDatabase.sqlServer();
                Connection connection = claimed(database, "one");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA three");
            statement.execute("CREATE SYNONYM three.baton_jobs FOR one.baton_jobs");
            assertThatThrownBy(() -> held(connection, "three")).hasMessageContaining("is not a table here");
            assertThatThrownBy(() -> ended(connection, "three")).hasMessageContaining("is not a table here");
            connection.rollback();
        }
    }

    @Test
    void aFencedWriteOfOneSchemaHoldsUpNoClaimOfAnother() throws SQLException {
        try (TestDatabase database = GivenDatabase.sqlServer();
                Connection holding = claimed(database, "one");
                Connection ending = claimed(database, "two")) {
            assertThat(held(holding, "one")).isTrue();
            assertThat(ended(ending, "two")).isTrue();
            holding.rollback();
            ending.rollback();
        }
    }

    /** A connection in a transaction, and a job of this schema that a worker has claimed. */
    private static Connection claimed(TestDatabase database, String schema) throws SQLException {
        Connection connection = database.dataSource().getConnection();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA " + schema);
            new Schema(tables(schema), List.of(Schema.LEADERSHIP, JobsSchema.COMPONENT)).apply(database.dataSource());
            statement.execute("INSERT INTO " + schema + ".baton_jobs (id, job_name, status, locked_by, locked_at,"
                    + " run_started_at, claim_number, attempt, max_attempts) VALUES ('" + ID
                    + "', 'nightly', 'running', 'worker', SYSUTCDATETIME(), SYSUTCDATETIME(), 1, 1, 5)");
            connection.setAutoCommit(false);
        }
        return connection;
    }

    private static boolean held(Connection connection, String schema) throws SQLException {
        return answers(connection, claim(schema, "claim-hold").set("bound_ms", "1000"));
    }

    private static boolean ended(Connection connection, String schema) throws SQLException {
        return answers(connection, claim(schema, "claim-end"));
    }

    private static Command claim(String schema, String statement) {
        return catalog(tables(schema))
                .get(statement)
                .set("id", ID)
                .set("claim", 1L)
                .set("worker", "worker");
    }

    private static boolean answers(Connection connection, Command command) throws SQLException {
        return command.first(connection, row -> true).orElse(false);
    }

    private static TableNames tables(String schema) {
        return new TableNames(schema, "baton_");
    }

    private static SqlCatalog catalog(TableNames tables) {
        return new SqlCatalog(JobDatabase.SUBJECTS, Dialects.named("sqlserver").folders(), tables);
    }
}
