package dev.baton.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.H2Database;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts under {@code deploy/sql} say what the migrations say, and every dialect has every statement. */
class ScriptsTest {

    private static final Path ROOT = Path.of("..");

    private static String resource(String path) throws IOException {
        try (var in = JobsSchema.class.getResourceAsStream(path)) {
            return new String(Objects.requireNonNull(in, path).readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "h2", "mariadb", "sqlserver"})
    void theScriptThatCreatesTheTablesIsTheMigration(String dialect) throws IOException {
        String migration = resource(dialect + "/migrations/jobs-1-jobs.sql")
                .replace("-- oldest program: 1\n", "")
                .replace("${baton}", "baton_")
                .replace("${baton_name}", "baton_");
        String script = Files.readString(ROOT.resolve("deploy/sql/" + dialect + "/create-jobs.sql"));
        assertThat(script).endsWith(migration);
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
                    .show(Ids.recurring("sample-recurring"))
                    .orElseThrow()
                    .job();
            assertThat(seeded.intervalMillis()).isEqualTo(600_000);
            assertThat(seeded.lockTimeoutMillis()).isEqualTo(120_000);
        }
    }

    private static void run(Cluster cluster, String script) throws SQLException {
        try (Connection connection = cluster.source().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(script.replaceAll("(?m)^--.*$", "").strip().replaceAll(";$", ""));
        }
    }

    /** PostgreSQL does in one statement what the others do in several: those that are not alike are named here. */
    @Test
    void everyDialectHasEveryStatement() throws IOException {
        assertThat(statements("h2")).isEqualTo(statements("mariadb")).isEqualTo(statements("sqlserver"));
        Set<String> ours = statements("postgresql");
        assertThat(statements("h2").stream().filter(name -> !ours.contains(name)))
                .containsExactlyInAnyOrder(
                        "beat-lock.sql",
                        "claim-select.sql",
                        "claim-take.sql",
                        "enqueue-one.sql",
                        "finish-delete.sql",
                        "finish-update.sql",
                        "next-due.sql",
                        "reclaim-free.sql",
                        "reclaim-select.sql",
                        "run-insert.sql");
    }

    private static Set<String> statements(String dialect) throws IOException {
        Path folder = Path.of("src/main/resources/dev/baton/jobs", dialect);
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
