package dev.baton.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A MySQL of a minimal root, as {@code .ci/with-mysql} makes one. Needs root, for its programs run inside that folder. */
public final class MySqlServer implements AutoCloseable {

    private static final String ROOT = "BATON_TEST_MYSQL_ROOT";

    private final Path root;
    private final Path folder;
    private final String database;
    private final int port;
    private Process process;

    private MySqlServer(Path root, Path folder, String database, int port) {
        this.root = root;
        this.folder = folder;
        this.database = database;
        this.port = port;
    }

    /** The root that {@code BATON_TEST_MYSQL_ROOT} names. */
    public static Optional<Path> root() {
        return Optional.ofNullable(System.getenv(ROOT))
                .filter(named -> !named.isBlank())
                .map(Path::of);
    }

    /** A new server in this root, with one empty database. */
    public static MySqlServer start(Path root, String database) {
        MySqlServer server = in(root, database);
        try {
            Files.writeString(server.folder.resolve("accounts.sql"), """
                    CREATE USER IF NOT EXISTS root@'127.0.0.1';
                    GRANT ALL ON *.* TO root@'127.0.0.1' WITH GRANT OPTION;
                    CREATE DATABASE IF NOT EXISTS %s;
                    """.replace("%s", database));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.mysqld("--initialize-insecure").onExit().join();
        server.startAgain();
        return server;
    }

    private static MySqlServer in(Path root, String database) {
        try {
            Path folder = Files.createTempDirectory(root.resolve("srv"), "mysql");
            return new MySqlServer(root, folder, database, MariaDbServer.freePort());
        } catch (IOException e) {
            throw new UncheckedIOException("no folder for MySQL", e);
        }
    }

    private Path inside() {
        return Path.of("/").resolve(root.relativize(folder));
    }

    private Process mysqld(String... options) {
        List<String> command = new ArrayList<>(List.of(
                "chroot",
                root.toString(),
                "/usr/sbin/mysqld",
                "--no-defaults",
                "--user=root",
                "--secure-file-priv=",
                "--datadir=" + inside().resolve("data"),
                "--socket=" + inside().resolve("socket"),
                "--pid-file=" + inside().resolve("pid")));
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

    /** Starts it on the same port, with the data that it has. */
    public void startAgain() {
        process = mysqld(
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--skip-name-resolve",
                "--mysqlx=OFF",
                "--init-file=" + inside().resolve("accounts.sql"),
                "--default-time-zone=+12:45",
                "--max-connections=500");
        Awaitility.await("MySQL answers")
                .atMost(TestPatience.LONGEST_WAIT)
                .ignoreExceptions()
                .until(() -> {
                    DriverManager.getConnection(url(port)).close();
                    return true;
                });
    }

    public int port() {
        return port;
    }

    /** The JDBC URL of its database for the superuser, by MariaDB's driver, and by this port: its own or a proxy's. */
    public String url(int way) {
        return "jdbc:mariadb://127.0.0.1:" + way + "/" + database
                + "?user=root&sslMode=disable&sessionVariables=transaction_isolation='READ-COMMITTED'";
    }

    /** The process of the server, to be stopped and resumed. */
    public ProcessHandle process() {
        return process.toHandle();
    }

    /** Stops the server at once, as a crash would. */
    public void crash() {
        process.destroyForcibly().onExit().join();
    }

    /**
     * Stops this server and starts another one from a copy of its data. The file of its name is left out: the other one gives
     * itself a new one.
     */
    public MySqlServer failOver() {
        crash();
        MySqlServer other = in(root, database);
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
        other.startAgain();
        return other;
    }

    /** Ends it, and removes what is left of it. */
    @Override
    public void close() {
        crash();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot clear " + folder, e);
        }
    }
}
