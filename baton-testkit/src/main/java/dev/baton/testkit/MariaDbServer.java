package dev.baton.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A private MariaDB from the installed programs, in a folder of its own, durable as in production. */
public final class MariaDbServer implements AutoCloseable {

    private static final Duration PATIENCE = TestPatience.LONGEST_WAIT;

    /** Never the zone of the program that tests it, as in many a data centre; by its offset, which needs no tables. */
    private static final String ZONE = "+12:45";

    private static final boolean AS_ROOT = "root".equals(System.getProperty("user.name"));

    /** Whose the server is where root runs the tests: what brings a server of Galera its data refuses to work as root. */
    private static final String ACCOUNT = "nobody";

    private final Path folder;
    private final int port;
    private final List<String> settings;
    private Process process;

    private MariaDbServer(Path folder, int port, List<String> settings) {
        this.folder = folder;
        this.port = port;
        this.settings = settings;
    }

    public static boolean isInstalled() {
        return Installed.find("mariadbd").isPresent();
    }

    /** The test is skipped where MariaDB is not installed. */
    static void require() {
        program("mariadbd");
    }

    private static Path program(String name) {
        return Installed.program(name, "mariadb-server");
    }

    /** A server with these options besides the usual ones; the test is skipped where MariaDB is not installed. */
    public static MariaDbServer start(String... options) {
        return start(List.of(options), List.of());
    }

    /**
     * @param options which it has besides the usual ones
     * @param once which it has at its first start alone
     */
    static MariaDbServer start(List<String> options, List<String> once) {
        require();
        try {
            Path folder = newFolder();
            new MariaDbServer(folder, 0, List.of()).install();
            return started(folder, options, once);
        } catch (IOException e) {
            throw new UncheckedIOException("MariaDB did not start", e);
        }
    }

    private static Path newFolder() throws IOException {
        Path folder = Files.createTempDirectory("baton-mariadb");
        if (AS_ROOT) {
            Files.setOwner(
                    folder,
                    folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(ACCOUNT));
        }
        return folder;
    }

    private static MariaDbServer started(Path folder, List<String> options, List<String> once) throws IOException {
        MariaDbServer server = new MariaDbServer(folder, freePort(), options);
        server.run(once);
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "mariadb-close"));
        return server;
    }

    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void install() throws IOException {
        List<String> command = command("mariadb-install-db");
        command.add("--auth-root-authentication-method=normal");
        Process install = start(command);
        try {
            if (!install.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || install.exitValue() != 0) {
                throw new IllegalStateException("this failed: " + String.join(" ", command) + "\n" + log());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while MariaDB is installed", e);
        }
    }

    private List<String> command(String program) {
        List<String> command = new ArrayList<>();
        command.add(program(program).toString());
        command.add("--no-defaults");
        command.add("--datadir=" + folder.resolve("data"));
        if (AS_ROOT) {
            command.add("--user=" + ACCOUNT);
        }
        return command;
    }

    /** A server that starts clears away what it finds of others in a folder for temporary files that they share. */
    private Process start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
        builder.environment().put("TMPDIR", folder.toString());
        return builder.start();
    }

    private String log() throws IOException {
        return Files.readString(folder.resolve("log"));
    }

    /** Starts the server again on the same port. */
    public void startAgain() {
        run(List.of());
    }

    private void run(List<String> once) {
        List<String> command = command("mariadbd");
        command.addAll(List.of(
                "--socket=" + folder.resolve("socket"),
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--skip-name-resolve",
                "--default-time-zone=" + ZONE,
                "--max-connections=500",
                // What it has written survives its own end, not the machine's: so no test waits for a busy disk.
                "--innodb-flush-log-at-trx-commit=2",
                "--innodb-flush-method=nosync"));
        command.addAll(settings);
        command.addAll(once);
        try {
            process = start(command);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + command.get(0), e);
        }
        Awaitility.await("MariaDB answers")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptions()
                .until(() -> {
                    run("DO 1");
                    return true;
                });
    }

    /** Stops the server at once, as a crash would; it recovers from its log at the next start. */
    public void crash() {
        process.destroyForcibly().onExit().join();
    }

    /** The process of the server, to be stopped and resumed. */
    public ProcessHandle process() {
        return process.toHandle();
    }

    /** Stops this server and starts one with other options from a copy of its data, as a backup or a replica has it. */
    public MariaDbServer failOver(String... options) {
        crash();
        try {
            Path copy = newFolder();
            try (Stream<Path> files = Files.walk(folder.resolve("data"))) {
                for (Path file : files.filter(MariaDbServer::isInABackup).toList()) {
                    Files.copy(file, copy.resolve(folder.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
            return started(copy, List.of(options), List.of());
        } catch (IOException e) {
            throw new UncheckedIOException("MariaDB did not start from a copy", e);
        }
    }

    /** What a server of Galera knows of its cluster stays with it. */
    private static boolean isInABackup(Path file) {
        return !Set.of("grastate.dat", "gvwstate.dat", "galera.cache")
                .contains(file.getFileName().toString());
    }

    public int port() {
        return port;
    }

    /** The JDBC URL of a database for its superuser. */
    public String url(String database) {
        return url(database, port);
    }

    /** The same by another port: a proxy's. */
    public static String url(String database, int port) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database
                + "?user=root&sslMode=disable&sessionVariables=tx_isolation='READ-COMMITTED'";
    }

    /** Runs one statement as the superuser. */
    public void run(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(""));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        crash();
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot clear " + folder, e);
        }
    }
}
