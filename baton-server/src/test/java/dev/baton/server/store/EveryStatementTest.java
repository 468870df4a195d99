package dev.baton.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.alerts.AlertsSchema;
import dev.baton.jobs.JobsSchema;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.Schema;
import dev.baton.sql.dialect.Capability;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.jdbc.SqlSubjects;
import dev.baton.sql.schema.TableNames;
import dev.baton.submissions.store.SubmissionSchema;
import dev.baton.testkit.GaleraDatabase;
import dev.baton.testkit.GivenDatabase;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every statement of every module is understood by every database that this machine has, on the tables as they are. */
class EveryStatementTest {

    /** On tables that only databases with row fences have. */
    private static final Set<String> OF_FENCE_ROWS = Set.of("fence-move", "fence-rows");

    /** All names were found, and only the type of a value is not known before it is sent. */
    private static final String NO_TYPE_YET = "42P18";

    /** The same in SQL Server's words. */
    private static final Set<Integer> NO_TYPE_DEDUCED = Set.of(11503, 11504, 11505, 11506, 11507, 11508, 11509);

    /** MariaDB does not prepare this kind of statement at all. */
    private static final int NEVER_PREPARED = 1295;

    private static final Pattern FILE = Pattern.compile(
            ".*/src/main/resources(?<folder>/dev/baton/.*)/(?<dialect>[a-z0-9-]+)/(?<subject>[a-z]+)\\.sql");

    /** Words are replaced on first use: one that lacks what it needs would show only there. */
    @Test
    void everyDialectHasEveryWordThatAStatementUses() {
        for (Dialect dialect : Dialects.all()) {
            for (SqlSubjects subjects : subjects(dialect)) {
                SqlCatalog catalog = new SqlCatalog(subjects, dialect.folders(), TableNames.DEFAULT);
                assertThat(catalog.names())
                        .as(subjects.folder() + " on " + dialect.folder())
                        .allSatisfy(name -> assertThat(catalog.get(name).jdbc()).isNotBlank());
            }
        }
    }

    @Test
    void onH2() throws SQLException {
        try (TestDatabase database = H2Database.fresh()) {
            assertThat(refused(
                            database,
                            (connection, text) ->
                                    connection.prepareStatement(text).close()))
                    .isEmpty();
        }
    }

    @Test
    void onPostgres() throws SQLException {
        try (TestDatabase database = PostgresDatabase.fresh()) {
            assertThat(refused(database, EveryStatementTest::describe)).isEmpty();
        }
    }

    @Test
    void onMariaDb() throws SQLException {
        try (TestDatabase database = MariaDbDatabase.fresh()) {
            assertThat(refused(database, EveryStatementTest::prepare)).isEmpty();
        }
    }

    @Test
    void onGalera() throws SQLException {
        try (TestDatabase database = GaleraDatabase.fresh()) {
            assertThat(refused(database, EveryStatementTest::prepare)).isEmpty();
        }
    }

    @Test
    void onMySql() throws SQLException {
        try (TestDatabase database = GivenDatabase.mySqlByMariaDbsDriver()) {
            // MySQL has no KILL with a parameter; both drivers put the number into the text before they send it. One
            // that has the server prepare does so once it was refused: see MySqlPreparingTest.
            assertThat(refused(database, EveryStatementTest::prepare))
                    .allMatch(refusal -> refusal.startsWith("session-kill: "));
        }
    }

    @Test
    void onSqlServer() throws SQLException {
        try (TestDatabase database = GivenDatabase.sqlServer()) {
            assertThat(refused(database, EveryStatementTest::describe)).isEmpty();
        }
    }

    /** A folder that is not found would be looked at on no database. */
    @Test
    void everyFolderOfStatementsBelongsToADialect() {
        Set<String> known = Dialects.all().stream()
                .flatMap(dialect -> dialect.folders().stream())
                .collect(Collectors.toSet());
        known.add("common");
        assertThat(files().map(file -> file.group("dialect"))).isNotEmpty().allMatch(known::contains);
        assertThat(files().map(file -> file.group("dialect"))).contains("mysql-galera");
    }

    /** Has the server look at a statement without running it. */
    @FunctionalInterface
    private interface Look {
        void at(Connection connection, String text) throws SQLException;
    }

    private static void describe(Connection connection, String text) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(text)) {
            statement.getParameterMetaData();
        } catch (SQLException e) {
            if (!NO_TYPE_YET.equals(e.getSQLState()) && !NO_TYPE_DEDUCED.contains(e.getErrorCode())) {
                throw e;
            }
        }
    }

    private static void prepare(Connection connection, String text) throws SQLException {
        String quoted = text.replace("\\", "\\\\").replace("'", "''");
        try (Statement statement = connection.createStatement()) {
            statement.execute("PREPARE one FROM '" + quoted + "'");
        } catch (SQLException e) {
            if (e.getErrorCode() != NEVER_PREPARED) {
                throw e;
            }
        }
    }

    private static List<String> refused(TestDatabase database, Look look) throws SQLException {
        new Schema(
                        TableNames.DEFAULT,
                        List.of(
                                Schema.LEADERSHIP,
                                SubmissionSchema.COMPONENT,
                                JobsSchema.COMPONENT,
                                AlertsSchema.COMPONENT,
                                ShardsSchema.COMPONENT,
                                ServerSchema.COMPONENT,
                                ServerSchema.AUDIT))
                .apply(database.dataSource());
        List<String> refused = new ArrayList<>();
        int seen = 0;
        try (Connection connection = database.dataSource().getConnection()) {
            Dialect dialect = Dialects.of(connection);
            for (SqlSubjects subjects : subjects(dialect)) {
                SqlCatalog catalog = new SqlCatalog(subjects, dialect.folders(), TableNames.DEFAULT);
                for (String name : catalog.names()) {
                    if (dialect.can(Capability.FENCE_ROWS) || !OF_FENCE_ROWS.contains(name)) {
                        look(look, connection, catalog, name).ifPresent(refused::add);
                        seen++;
                    }
                }
            }
        }
        assertThat(seen).isGreaterThan(150);
        return refused;
    }

    private static Optional<String> look(Look look, Connection connection, SqlCatalog catalog, String name) {
        try {
            look.at(connection, catalog.get(name).jdbc());
            return Optional.empty();
        } catch (SQLException e) {
            return Optional.of(name + ": " + e.getMessage());
        }
    }

    /** What lies in the modules' resources, not what their code names: a file that nobody loads is looked at as well. */
    private static List<SqlSubjects> subjects(Dialect dialect) {
        Set<String> folders =
                Stream.concat(dialect.folders().stream(), Stream.of("common")).collect(Collectors.toSet());
        Map<String, Set<String>> found = files().filter(file -> folders.contains(file.group("dialect")))
                .collect(Collectors.groupingBy(
                        file -> file.group("folder"),
                        Collectors.mapping(file -> file.group("subject"), Collectors.toSet())));
        return found.entrySet().stream()
                .map(entry -> new SqlSubjects(EveryStatementTest.class, entry.getKey(), List.copyOf(entry.getValue())))
                .toList();
    }

    private static Stream<Matcher> files() {
        try (Stream<Path> files = Files.walk(Path.of("..").toAbsolutePath().normalize())) {
            return files
                    .map(file -> file.toString().replace(File.separatorChar, '/'))
                    .map(FILE::matcher)
                    .filter(Matcher::matches)
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
