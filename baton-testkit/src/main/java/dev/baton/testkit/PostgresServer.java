package dev.baton.testkit;

import static java.util.stream.Collectors.joining;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** A real PostgreSQL from Maven Central, durable as in production. */
public final class PostgresServer implements AutoCloseable {

    /**
     * Durable; on both addresses that {@code localhost} may stand for, and without a socket, which would need a /tmp; never
     * in the zone of the program that tests it, but in one with half hours and with summer time of half an hour.
     */
    private static final Map<String, String> USUAL = Map.of(
            "synchronous_commit", "on",
            "track_commit_timestamp", "on",
            "max_connections", "200",
            "listen_addresses", "127.0.0.1,::1",
            "unix_socket_directories", "",
            "timezone", "Australia/Lord_Howe");

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final EmbeddedPostgres server;
    private final String binaries;
    private final String data;

    private PostgresServer(EmbeddedPostgres server) throws SQLException {
        this.server = server;
        this.binaries = ask("SELECT setting FROM pg_config WHERE name = 'BINDIR'");
        this.data = ask("SHOW data_directory");
    }

    /** A server with these settings besides the usual ones. */
    public static PostgresServer start(Map<String, String> settings) {
        return start(builder(settings));
    }

    /** A server on a folder that it may find filled; the folder stays when the server goes. */
    public static PostgresServer start(Path folder, Map<String, String> settings) {
        return start(builder(settings).setDataDirectory(folder).setCleanDataDirectory(false));
    }

    private static EmbeddedPostgres.Builder builder(Map<String, String> settings) {
        EmbeddedPostgres.Builder builder =
                EmbeddedPostgres.builder().setPGStartupWait(PATIENCE).setPgBinaryResolver(PostgresServer::binaries);
        USUAL.forEach(builder::setServerConfig);
        settings.forEach(builder::setServerConfig);
        return builder;
    }

    /**
     * Those of another version, where {@code BATON_TEST_POSTGRES_JAR} names their jar; else those of the class path. macOS'
     * programs are for both kinds of processor in one, and Windows on ARM runs those for x86.
     */
    static InputStream binaries(String system, String processor) throws IOException {
        String other = System.getenv("BATON_TEST_POSTGRES_JAR");
        if (other != null && !other.isBlank()) {
            return packed(Path.of(other));
        }
        return DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(
                system, system.equals("Linux") ? processor : "x86_64");
    }

    /** The archive of programs in such a jar; whoever closes it closes the jar. */
    static InputStream packed(Path jar) throws IOException {
        ZipInputStream entries = new ZipInputStream(Files.newInputStream(jar));
        for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
            if (entry.getName().endsWith(".txz")) {
                return entries;
            }
        }
        entries.close();
        throw new IOException("no programs of PostgreSQL in " + jar);
    }

    private static PostgresServer start(EmbeddedPostgres.Builder builder) {
        try {
            return new PostgresServer(builder.start());
        } catch (IOException | IllegalStateException e) {
            throw new IllegalStateException(
                    "the embedded PostgreSQL did not start: " + e.getMessage()
                            + "; it needs room, and programs that may run, in "
                            + System.getProperty("java.io.tmpdir") + " or in what -Djava.io.tmpdir names",
                    e);
        } catch (SQLException e) {
            throw new IllegalStateException("the embedded PostgreSQL does not answer", e);
        }
    }

    public int port() {
        return server.getPort();
    }

    /** The JDBC URL of a database for its superuser. */
    public String url(String database) {
        return server.getJdbcUrl("postgres", database);
    }

    /** Runs one statement as the superuser. */
    public void run(String sql) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String ask(String sql) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    /** Stops the server at once, as a crash would; it recovers from its log at the next start. */
    public void crash() {
        control("stop", "-m", "immediate");
    }

    /** Starts the server again on the same port. */
    public void startAgain() {
        String usual = USUAL.entrySet().stream()
                .map(setting -> " -c " + setting.getKey() + "=" + setting.getValue())
                .collect(joining());
        control("start", "-l", data + "/restart.log", "-o", "-p " + port() + usual);
    }

    private void control(String... arguments) {
        List<String> command = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("unshare", "-U")); // PostgreSQL refuses to run as root
        }
        command.addAll(List.of(binaries + "/pg_ctl", "-w", "-D", data));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException("this failed: " + String.join(" ", command));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + command.get(0), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the server restarts", e);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the embedded PostgreSQL did not stop", e);
        }
    }
}
