package dev.baton.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobIds;
import dev.baton.jobs.store.QueueByQueue;
import dev.baton.sql.Baton;
import dev.baton.sql.Schema;
import dev.baton.sql.dialect.Capability;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.schema.TableNames;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts under {@code deploy/sql} say what the migrations say, and every dialect has every statement. */
class ScriptsTest {

    private static final Path ROOT = Path.of("..");

    /** What it should be is left in target, to be copied after a change of the schema. */
    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "h2", "mariadb", "mysql", "sqlserver"})
    void theScriptThatCreatesTheTablesIsTheSchemaAsItIsPrinted(String dialect) throws IOException {
        Schema schema = new Schema(TableNames.DEFAULT, List.of(Schema.LEADERSHIP, JobsSchema.COMPONENT));
        String expected =
                "-- Everything that jobs need on an empty " + dialect + " database: leadership, jobs, and the versions"
                        + " by which\n-- Baton knows them.\n\n" + schema.print(dialect);
        Path copy = Path.of("target", "deploy", "sql", dialect, "create-jobs.sql");
        Files.createDirectories(copy.getParent());
        Files.writeString(copy, expected);
        assertThat(Files.readString(script(dialect, "create-jobs.sql"))).isEqualTo(expected);
    }

    private static Path script(String dialect, String name) {
        return ROOT.resolve(Path.of("deploy", "sql", dialect, name));
    }

    @Test
    void theScriptsAloneMakeADatabaseOnWhichTheSampleRuns() throws Exception {
        scripts(PostgresDatabase.fresh());
        scripts(H2Database.fresh());
    }

    @Test
    void theScriptsAloneMakeAMariaDbOnWhichTheSampleRuns() throws Exception {
        scripts(MariaDbDatabase.fresh());
    }

    private static void scripts(TestDatabase database) throws Exception {
        try (Cluster cluster = new Cluster(database)) {
            run(cluster, Files.readString(script(database.dialect(), "create-jobs.sql")));
            run(cluster, Files.readString(script(database.dialect(), "seed-job.sql")));
            Recorder heard = new Recorder();
            Baton baton = Baton.on(cluster.source())
                    .leadership(database.dataSource())
                    .component(JobsSchema.COMPONENT)
                    .checkSchemaOnly()
                    .start();
            try (baton;
                    Jobs jobs = Jobs.on(baton)
                            .settings(Cluster.QUICK)
                            .withoutDuties()
                            .listener(heard)
                            .handler(SampleJob.NAME, context -> {})
                            .start()) {
                Cluster.until(() -> heard.count("completed sample-recurring") == 1);
                assertThat(jobs.admin().show(JobIds.recurringId("sample-recurring")))
                        .isPresent();
            }
        }
    }

    @Test
    void theSeedIsARecurringSampleThatRuns() throws Exception {
        seed(PostgresDatabase.fresh());
        seed(H2Database.fresh());
    }

    private static void seed(TestDatabase database) throws Exception {
        try (Cluster cluster = new Cluster(database)) {
            Recorder heard = new Recorder();
            Jobs jobs = cluster.start(cluster.builder()
                    .withoutDuties()
                    .listener(heard)
                    .handler(
                            SampleJob.NAME,
                            context -> assertThat(context.payload()).contains("5000")));
            run(cluster, Files.readString(ROOT.resolve("deploy/sql/" + database.dialect() + "/seed-job.sql")));
            jobs.wake();
            Cluster.until(() -> heard.count("completed sample-recurring") == 1);
            JobView seeded = jobs.admin()
                    .show(JobIds.recurringId("sample-recurring"))
                    .orElseThrow()
                    .job();
            assertThat(seeded.intervalMillis()).isEqualTo(600_000);
            assertThat(seeded.lockTimeoutMillis()).isEqualTo(120_000);
        }
    }

    /** Statements end with a semicolon at the end of a line, but not within a function's body. */
    private static void run(Cluster cluster, String script) throws SQLException {
        try (Connection connection = cluster.source().getConnection();
                Statement statement = connection.createStatement()) {
            StringBuilder text = new StringBuilder();
            for (String line : script.lines().filter(l -> !l.startsWith("--")).toList()) {
                text.append(line).append('\n');
                boolean within = text.toString().split("\\$\\$", -1).length % 2 == 0;
                if (line.endsWith(";") && !within) {
                    statement.execute(text.substring(0, text.lastIndexOf(";")));
                    text.setLength(0);
                }
            }
        }
    }

    /** PostgreSQL does in one statement what the others do in several: what it has for that is named here. */
    @Test
    void everyDialectHasEveryStatement() {
        Set<String> shared = statements("h2");
        assertThat(shared).isEqualTo(statements("mariadb")).isEqualTo(statements("sqlserver"));
        assertThat(statements("postgresql")).containsAll(shared);
        assertThat(statements("postgresql").stream().filter(name -> !shared.contains(name)))
                .containsExactlyInAnyOrder(
                        "claim",
                        "claim-look",
                        "compact-take",
                        "enqueue-copy",
                        "enqueue-copy-at",
                        "enqueue-many",
                        "finish-done",
                        "finish-other",
                        "lanes",
                        "reclaim");
    }

    /** What a dialect says it can do, and what it has the statements for, are the same. */
    @Test
    void aDialectClaimsWhatItHasTheStatementsFor() {
        for (Dialect dialect : Dialects.all()) {
            Set<String> names = new SqlCatalog(JobDatabase.SUBJECTS, dialect.folders(), TableNames.DEFAULT).names();
            assertThat(List.of(
                            "claim", "compact-take", "enqueue-many", "finish-done", "finish-other", "lanes", "reclaim"))
                    .as(dialect.folder())
                    .allSatisfy(name -> assertThat(names.contains(name)).isEqualTo(dialect.can(Capability.ARRAYS)));
        }
    }

    @Test
    void aDialectClaimsIndexesByQueueIfItsStatementsNameOne() {
        for (Dialect dialect : Dialects.all()) {
            SqlCatalog sql = new SqlCatalog(JobDatabase.SUBJECTS, dialect.folders(), TableNames.DEFAULT);
            assertThat(QueueByQueue.STATEMENTS)
                    .as(dialect.folder())
                    .allSatisfy(name -> assertThat(sql.get(name).parameters().contains("queue"))
                            .isEqualTo(dialect.can(Capability.INDEXES_BY_QUEUE)));
        }
    }

    private static Set<String> statements(String dialect) {
        return new TreeSet<>(new SqlCatalog(JobDatabase.SUBJECTS, List.of(dialect), TableNames.DEFAULT).names());
    }
}
