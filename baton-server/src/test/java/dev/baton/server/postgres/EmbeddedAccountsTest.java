package dev.baton.server.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.server.config.DatabaseConfig.Login;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded database lets nobody in without a password, and nobody who is not its administrator rule it. */
class EmbeddedAccountsTest {

    @TempDir
    private Path data;

    /** Folders that programs of before have left, their tables a superuser's, beside programs of another minor version. */
    @Test
    void aFolderOfBeforeGetsAnAccountThatIsNoSuperuser() throws Exception {
        makeFolderOfBefore();
        Files.createDirectories(data.resolve("runtime-18/bin"));
        Files.writeString(data.resolve("runtime-18/bin/postgres"), "of another minor version");

        EmbeddedPostgres postgres = EmbeddedPostgres.in(data);
        Login login = postgres.join();
        try {
            assertThat(data.resolve("runtime-18")).doesNotExist();
            assertThat(text(login, "SELECT current_user")).isEqualTo("baton_app");
            assertThat(text(
                            login,
                            "SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication FROM pg_roles"
                                    + " WHERE rolname = current_user"))
                    .isEqualTo("f");
            assertThat(text(login, "INSERT INTO of_before VALUES (2) RETURNING of_it()"))
                    .isEqualTo("7");
            assertThat(text(login, "ALTER TABLE of_before ADD COLUMN y int; SELECT count(*) FROM of_before"))
                    .isEqualTo("2");
            assertThatThrownBy(() -> text(login, "SELECT pg_read_file('postgresql.conf')"))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> text(login, "COPY of_before TO PROGRAM 'true'"))
                    .isInstanceOf(SQLException.class);
            assertThat(postgres.running().orElseThrow()).isEqualTo(login);
            strangersAreKeptOut(login);
            Backup.write(postgres, data.resolve("backup.tgz"));
        } finally {
            postgres.leave();
        }
        restoredTheAccountIsTheSame();
    }

    private void makeFolderOfBefore() throws SQLException {
        EmbeddedPostgres postgres = EmbeddedPostgres.in(data);
        try (DataFolder.Held alone = postgres.folder().exclusively()) {
            postgres.ensureRunning();
            Login admin = postgres.runningForAdmin().orElseThrow();
            text(admin, "CREATE TABLE of_before (x int); INSERT INTO of_before VALUES (1) RETURNING x");
            text(admin, "CREATE FUNCTION of_it() RETURNS int LANGUAGE sql AS 'SELECT 7'; SELECT of_it()");
            text(admin, "ALTER DATABASE baton OWNER TO baton; DROP ROLE baton_app; SELECT 1");
            postgres.control().stop();
            Files.delete(data.resolve("app-password"));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void strangersAreKeptOut(Login login) throws Exception {
        for (String user : new String[] {"baton_app", "baton", "postgres"}) {
            assertThatThrownBy(() ->
                            DriverManager.getConnection(login.url(), user, "").close())
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> DriverManager.getConnection(login.url(), user, "guessed")
                            .close())
                    .isInstanceOf(SQLException.class);
        }
        assertThat(Files.readAllLines(data.resolve("postgres/pg_hba.conf")).stream()
                        .filter(line -> !line.isBlank() && !line.startsWith("#")))
                .allMatch(line -> line.endsWith("scram-sha-256"));
        for (String file : new String[] {"password", "app-password"}) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve(file))))
                    .isEqualTo("rw-------");
        }
    }

    private void restoredTheAccountIsTheSame() throws Exception {
        Path other = data.resolve("restored");
        Backup.restore(EmbeddedPostgres.in(other), data.resolve("backup.tgz"), java.time.Instant.now());
        try (EmbeddedPostgres postgres = EmbeddedPostgres.in(other)) {
            assertThat(text(postgres.join(), "SELECT current_user || count(*) FROM of_before"))
                    .isEqualTo("baton_app2");
        }
    }

    private static String text(Login login, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        login.url(),
                        login.user().orElseThrow(),
                        login.password().orElseThrow());
                Statement statement = connection.createStatement()) {
            boolean rows = statement.execute(sql);
            while (!rows && statement.getUpdateCount() != -1) {
                rows = statement.getMoreResults();
            }
            try (ResultSet answer = statement.getResultSet()) {
                return answer.next() ? answer.getString(1) : "";
            }
        }
    }
}
