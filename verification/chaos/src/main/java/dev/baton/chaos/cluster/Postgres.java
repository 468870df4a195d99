package dev.baton.chaos.cluster;

import dev.baton.testkit.PostgresServer;
import dev.baton.testkit.process.ProcessSignal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One PostgreSQL server in a folder of its own, started and stopped as its administrator would. */
public final class Postgres implements Server {

    static final int MAX_CONNECTIONS = 150;
    private static final long PATIENCE_SECONDS = 60;

    private static final String SETTINGS = """

            listen_addresses = '127.0.0.1'
            unix_socket_directories = ''
            shared_buffers = '128MB'
            track_commit_timestamp = on
            synchronous_commit = on
            fsync = on
            wal_level = replica
            max_wal_senders = 4
            wal_keep_size = '512MB'
            hot_standby = on
            autovacuum_naptime = '15s'
            """;

    private final Path folder;
    private final Path programs;
    private final int port;
    private final Map<String, String> environment;

    Postgres(Path folder, Path programs, int port, Map<String, String> environment) {
        this.folder = folder;
        this.programs = programs;
        this.port = port;
        this.environment = environment;
    }

    /** A new database in this folder; started. */
    public static Postgres create(Path folder, Map<String, String> environment) {
        Path programs;
        try (PostgresServer server = PostgresServer.start(folder, Map.of())) {
            programs = Path.of(ask(server.url("postgres"), "SELECT setting FROM pg_config WHERE name = 'BINDIR'"));
        } catch (SQLException e) {
            throw new IllegalStateException("a new PostgreSQL does not answer", e);
        }
        append(folder.resolve("postgresql.conf"), SETTINGS + "max_connections = " + MAX_CONNECTIONS + "\n");
        Postgres created = new Postgres(folder, programs, freePort(), environment);
        created.start();
        return created;
    }

    static void append(Path file, String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return port;
    }

    public Path folder() {
        return folder;
    }

    Path programs() {
        return programs;
    }

    /** For the superuser, straight to the server. */
    public String url() {
        return url(port);
    }

    /** By another port: a proxy's. */
    public static String url(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url() + "&connectTimeout=5&socketTimeout=120");
    }

    public void run(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    public String ask(String query) throws SQLException {
        return ask(url(), query);
    }

    private static String ask(String url, String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getString(1) : "";
        }
    }

    /** Starts it; returns when it takes connections. */
    @Override
    public void start() {
        control("-l", folder.resolve("server.log").toString(), "-o", "-p " + port, "start");
    }

    /** Starts it if it has given up. */
    public void ensureRunning() {
        try {
            run("SELECT 1");
        } catch (SQLException e) {
            if (!isRunning()) {
                start();
            }
        }
    }

    private boolean isRunning() {
        return processes().findAny().isPresent();
    }

    /** The server and its children; none while it does not run. */
    private Stream<ProcessHandle> processes() {
        try {
            String pid = Files.readAllLines(folder.resolve("postmaster.pid")).get(0);
            return ProcessHandle.of(Long.parseLong(pid.strip())).stream()
                    .flatMap(server -> Stream.concat(Stream.of(server), server.descendants()));
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    @Override
    public void kill() {
        stop("immediate");
    }

    @Override
    public void pause() {
        ProcessSignal.STOP.send(processes());
    }

    @Override
    public void resume() {
        ProcessSignal.CONTINUE.send(processes());
    }

    /** @param mode {@code fast}: sessions are ended; {@code immediate}: as a crash */
    public void stop(String mode) {
        control("-m", mode, "stop");
    }

    /** Makes a primary of a standby. */
    void promote() {
        control("promote");
    }

    private void control(String... arguments) {
        List<String> command = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("unshare", "-U")); // PostgreSQL refuses to run as root
        }
        command.addAll(List.of(
                programs.resolve("pg_ctl").toString(),
                "-w",
                "-t",
                Long.toString(PATIENCE_SECONDS),
                "-D",
                folder.toString()));
        command.addAll(List.of(arguments));
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD);
            builder.environment().putAll(environment);
            Process process = builder.start();
            if (!process.waitFor(2 * PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException("this failed: " + String.join(" ", command));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + command.get(0), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a server is told to " + arguments[0], e);
        }
    }
}
