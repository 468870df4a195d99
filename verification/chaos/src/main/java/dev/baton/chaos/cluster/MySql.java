package dev.baton.chaos.cluster;

import dev.baton.testkit.process.Signal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A MySQL of a minimal root, as {@code .ci/with-mysql} makes one. Needs root, for its programs run inside that folder. */
final class MySql implements CopiedServer {

    private static final String ROOT = "BATON_TEST_MYSQL_ROOT";
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String ACCOUNTS = """
            CREATE USER IF NOT EXISTS root@'127.0.0.1';
            GRANT ALL ON *.* TO root@'127.0.0.1' WITH GRANT OPTION;
            CREATE DATABASE IF NOT EXISTS chaos;
            """;

    private final Path root;
    private final Path folder;
    private final int port = Postgres.freePort();
    private Process process;

    private MySql(Path root, Path folder) {
        this.root = root;
        this.folder = folder;
    }

    static MySql create() {
        String root = System.getenv(ROOT);
        if (root == null || root.isBlank()) {
            throw new IllegalStateException("no MySQL is named: run .ci/with-mysql ./baton chaos --engine mysql");
        }
        MySql server = new MySql(Path.of(root), newFolder(Path.of(root)));
        try {
            Files.writeString(server.folder.resolve("accounts.sql"), ACCOUNTS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.mysqld("--initialize-insecure").onExit().join();
        server.start();
        return server;
    }

    private static Path newFolder(Path root) {
        try {
            return Files.createTempDirectory(root.resolve("srv"), "chaos");
        } catch (IOException e) {
            throw new UncheckedIOException("no folder for MySQL", e);
        }
    }

    private Process mysqld(String... options) {
        Path inside = Path.of("/").resolve(root.relativize(folder));
        List<String> command = new ArrayList<>(List.of(
                "chroot",
                root.toString(),
                "/usr/sbin/mysqld",
                "--no-defaults",
                "--user=root",
                "--secure-file-priv=",
                "--datadir=" + inside.resolve("data"),
                "--socket=" + inside.resolve("socket"),
                "--pid-file=" + inside.resolve("pid")));
        command.addAll(List.of(options));
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            folder.resolve("log").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + command, e);
        }
    }

    @Override
    public void start() {
        Path inside = Path.of("/").resolve(root.relativize(folder));
        process = mysqld(
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--skip-name-resolve",
                "--mysqlx=OFF",
                "--init-file=" + inside.resolve("accounts.sql"),
                "--default-time-zone=+12:45",
                "--max-connections=500");
        Awaitility.await("MySQL answers").atMost(PATIENCE).ignoreExceptions().until(() -> {
            DriverManager.getConnection(url(port)).close();
            return true;
        });
    }

    @Override
    public int port() {
        return port;
    }

    /** By MariaDB's driver, which the server has. */
    @Override
    public String url(int way) {
        return "jdbc:mariadb://127.0.0.1:" + way
                + "/chaos?user=root&sslMode=disable&sessionVariables=transaction_isolation='READ-COMMITTED'";
    }

    @Override
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void pause() {
        Signal.STOP.send(Stream.of(process.toHandle()));
    }

    @Override
    public void resume() {
        Signal.CONTINUE.send(Stream.of(process.toHandle()));
    }

    /** Without the file of its name: the other one gives itself a new one. */
    @Override
    public CopiedServer succeed() {
        kill();
        MySql other = new MySql(root, newFolder(root));
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.filter(each -> !each.equals(folder))::iterator) {
                String name = file.getFileName().toString();
                if (!name.equals("auto.cnf") && Files.isReadable(file) && !name.startsWith("socket")) {
                    Files.copy(
                            file,
                            other.folder.resolve(folder.relativize(file).toString()),
                            StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot copy " + folder, e);
        }
        other.start();
        return other;
    }

    @Override
    public void remove() {
        kill();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot clear " + folder, e);
        }
    }
}
