package dev.baton.server.postgres;

import dev.baton.server.config.FailureReason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Creates, starts and stops the server of a data folder. Only to be used by one process at a time. */
final class PostgresControl {

    /** The superuser, for what needs one: to make the other account, and to back up. */
    static final String ADMIN = "baton";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Path UNSHARE = Path.of("/usr/bin/unshare");

    /** What Java calls root, and whoever has no line in the list of users. */
    private static final Set<String> NOBODY_ELSE = Set.of("root", "?");

    private static final String SETTINGS = """

        # Durable, on loopback, for the processes of this machine.
        listen_addresses = '127.0.0.1'
        unix_socket_directories = ''
        fsync = on
        synchronous_commit = on
        full_page_writes = on
        max_connections = 300
        shared_buffers = 64MB
        track_commit_timestamp = on
        logging_collector = on
        log_directory = '../postgres-log'
        log_filename = 'postgres-%a.log'
        log_truncate_on_rotation = on
        log_rotation_age = 1d
        log_rotation_size = 0
        """;

    private final DataFolder folder;
    private final Path binaries;

    PostgresControl(DataFolder folder, Path binaries) {
        this.folder = folder;
        this.binaries = binaries;
    }

    /** Creates the database if it is not there; another major version is refused. */
    void create(String password) {
        try {
            if (Files.isDirectory(folder.cluster())) {
                refuseOtherVersion();
                return;
            }
            Path half = folder.temporary("postgres");
            Path words = half.resolveSibling(half.getFileName() + ".password");
            Files.writeString(words, password);
            DataFolder.restrict(words, "rw-------");
            try {
                run(
                        "initdb",
                        List.of(
                                "-D",
                                half.toString(),
                                "-U",
                                ADMIN,
                                "-A",
                                "scram-sha-256",
                                "--pwfile",
                                words.toString(),
                                "-E",
                                "UTF8",
                                "--locale=C"));
            } finally {
                Files.deleteIfExists(words);
            }
            Files.writeString(half.resolve("postgresql.conf"), SETTINGS, StandardOpenOption.APPEND);
            Files.move(half, folder.cluster(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new PostgresException(
                    "cannot create the database in " + folder.root() + ": " + FailureReason.of(e), e);
        }
    }

    private void refuseOtherVersion() throws IOException {
        Path file = folder.cluster().resolve("PG_VERSION");
        String found = Files.exists(file) ? Files.readString(file).strip() : "an unknown version";
        if (!found.equals(PostgresBinaries.MAJOR)) {
            throw new PostgresException("the database in " + folder.root() + " was written by PostgreSQL " + found
                    + ", this program brings " + PostgresBinaries.MAJOR
                    + ": open it with the Baton that wrote it and move its"
                    + " content with pg_dump and psql (docs/operations.md), or choose another folder with --data");
        }
    }

    /** Starts the server on its port of before, or on a free one. */
    int start() {
        return start(freePort(lastPort()));
    }

    /** Starts the server where its users look for it, and nowhere else. */
    void restart() {
        int port = lastPort();
        if (port == 0 || freePort(port) != port) {
            String trouble = port == 0
                    ? "the port of the database in " + folder.root() + " is not on record: end"
                    : "port " + port + " of the database in " + folder.root()
                            + " is not free: end what has it, and the database goes on there; or end";
            throw new PostgresException(
                    trouble + " all processes that use the folder, and start them again: then it takes a free one");
        }
        start(port);
    }

    private int start(int port) {
        removeForeignPid();
        try {
            Files.createDirectories(folder.path("postgres-log"));
            run(
                    "pg_ctl",
                    List.of(
                            "-D",
                            folder.cluster().toString(),
                            "-w",
                            "-t",
                            Long.toString(PATIENCE.toSeconds()),
                            "-l",
                            folder.path("postgres-log").resolve("start.log").toString(),
                            "-o",
                            "-p " + port,
                            "start"));
            Files.writeString(folder.path("port"), Integer.toString(port));
            return port;
        } catch (IOException e) {
            throw new PostgresException(
                    "cannot start the database in " + folder.root() + ": " + FailureReason.of(e), e);
        }
    }

    /** Lets transactions go and stops the server, durably. */
    void stop() {
        run(
                "pg_ctl",
                List.of(
                        "-D",
                        folder.cluster().toString(),
                        "-m",
                        "fast",
                        "-w",
                        "-t",
                        Long.toString(PATIENCE.toSeconds()),
                        "stop"));
    }

    /** The port of the server, if one runs. */
    Optional<Integer> running() {
        List<String> lines = pidFile();
        if (lines.size() < 4) {
            return Optional.empty();
        }
        return server(lines.get(0)).map(process -> Integer.parseInt(lines.get(3).strip()));
    }

    /** The server's process, if it runs. */
    Optional<ProcessHandle> server() {
        List<String> lines = pidFile();
        return lines.isEmpty() ? Optional.empty() : server(lines.get(0));
    }

    /** Whether its process is gone without having put things in order: it leaves its file behind then. */
    boolean crashed() {
        List<String> lines = pidFile();
        return lines.size() >= 4 && server(lines.get(0)).isEmpty();
    }

    private static Optional<ProcessHandle> living(String pid) {
        return ProcessHandle.of(Long.parseLong(pid.strip())).filter(PostgresControl::lives);
    }

    static boolean lives(ProcessHandle process) {
        return process.isAlive() && !isZombie(process.pid());
    }

    /** Dead, and not yet buried by its parent: a container's first process may never do that. */
    private static boolean isZombie(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return false;
        }
    }

    /** A process id that belongs to something else by now says nothing. */
    private static Optional<ProcessHandle> server(String pid) {
        try {
            return living(pid)
                    .filter(process -> process.info()
                            .command()
                            .map(command -> command.toLowerCase(Locale.ROOT).contains("postgres"))
                            .orElse(true));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private List<String> pidFile() {
        try {
            return Files.readAllLines(folder.cluster().resolve("postmaster.pid"));
        } catch (IOException e) {
            return List.of();
        }
    }

    /**
     * PostgreSQL believes that it still runs if the process of its file lives, whatever that is by now. The file of a dead
     * one is left to PostgreSQL itself, which looks for surviving children first.
     */
    private void removeForeignPid() {
        List<String> lines = pidFile();
        if (!lines.isEmpty() && server(lines.get(0)).isEmpty() && isAlive(lines.get(0))) {
            try {
                Files.deleteIfExists(folder.cluster().resolve("postmaster.pid"));
            } catch (IOException e) {
                throw new PostgresException("cannot remove a stale postmaster.pid: " + FailureReason.of(e), e);
            }
        }
    }

    private static boolean isAlive(String pid) {
        try {
            return living(pid).isPresent();
        } catch (NumberFormatException e) {
            return true;
        }
    }

    private int lastPort() {
        try {
            return Integer.parseInt(Files.readString(folder.path("port")).strip());
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    private static int freePort(int wish) {
        try (ServerSocket socket = new ServerSocket(wish, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            if (wish == 0) {
                throw new PostgresException("there is no free port on loopback", e);
            }
            return freePort(0);
        }
    }

    private void run(String program, List<String> arguments) {
        List<String> command = new ArrayList<>(asSomebody());
        command.add(binaries.resolve("bin").resolve(program).toString());
        command.addAll(arguments);
        try {
            Path said = Files.createTempFile(folder.root(), program, ".log");
            try {
                ProcessBuilder builder =
                        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
                builder.environment().put("LC_ALL", "C");
                builder.environment().remove("PGDATA");
                builder.environment().remove("PGPORT");
                Process process = builder.start();
                process.getOutputStream().close();
                if (!process.waitFor(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
                    process.destroy();
                    throw new PostgresException(program + " failed: " + lastWords(said) + remedy());
                }
            } finally {
                Files.deleteIfExists(said);
            }
        } catch (IOException e) {
            throw new PostgresException("cannot run " + program + ": " + FailureReason.of(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PostgresException("interrupted while " + program + " was running", e);
        }
    }

    /**
     * PostgreSQL runs neither as root nor as a user without a name; in a user namespace of its own it is nobody, with the
     * same files.
     */
    private static List<String> asSomebody() {
        return NOBODY_ELSE.contains(System.getProperty("user.name")) && Files.isExecutable(UNSHARE)
                ? List.of(UNSHARE.toString(), "-U")
                : List.of();
    }

    private static String remedy() {
        return NOBODY_ELSE.contains(System.getProperty("user.name"))
                ? "; PostgreSQL runs neither as root nor as a user without a name: start as another user, allow user"
                        + " namespaces, or name a database with --db"
                : "";
    }

    private String lastWords(Path said) throws IOException {
        List<String> words = new ArrayList<>(Files.readAllLines(said, StandardCharsets.UTF_8));
        Path log = folder.path("postgres-log").resolve("start.log");
        if (Files.exists(log)) {
            words.addAll(Files.readAllLines(log, StandardCharsets.UTF_8));
        }
        return String.join(" | ", words.subList(Math.max(0, words.size() - 5), words.size()));
    }
}
