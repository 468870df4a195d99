package dev.baton.server.postgres;

import dev.baton.server.config.DatabaseConfig.Login;
import dev.baton.server.config.FailureReason;
import dev.baton.sql.jdbc.SqlCatalog;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A copy of a running database: its files, taken between PostgreSQL's own start and end of a backup, and the log that
 * makes them whole. Restored, its epochs begin above every one that can have been given out since.
 */
public final class Backup {

    /** Nothing of these is needed, or is made anew. */
    private static final Set<String> LEFT_OUT = Set.of(
            "postmaster.pid",
            "postmaster.opts",
            "pg_wal",
            "pg_replslot",
            "pg_dynshmem",
            "pg_notify",
            "pg_serial",
            "pg_snapshots",
            "pg_stat_tmp",
            "pg_subtrans");

    private static final Set<String> EMPTY_FOLDERS = Set.of(
            "pg_wal",
            "pg_wal/archive_status",
            "pg_wal/summaries",
            "pg_replslot",
            "pg_dynshmem",
            "pg_notify",
            "pg_serial",
            "pg_snapshots",
            "pg_stat_tmp",
            "pg_subtrans");

    /** No role changes hands a million times a second: epochs of a later restore lie above all those before it. */
    private static final long EPOCHS_PER_SECOND = 1L << 20;

    private static final SqlCatalog SQL = EmbeddedPostgres.SQL;

    private Backup() {}

    /** Writes a backup of the running database to a file. */
    public static void write(EmbeddedPostgres postgres, Path file) {
        Login login = postgres.runningForAdmin()
                .orElseThrow(() -> new PostgresException("no embedded database runs in "
                        + postgres.folder().root() + ": start it with 'baton db start'"));
        Path half = file.resolveSibling(file.getFileName() + ".half");
        try (Connection connection = open(login);
                OutputStream out = new GZIPOutputStream(new BufferedOutputStream(Files.newOutputStream(half)))) {
            DataFolder.restrict(half, "rw-------");
            SQL.get("backup-keep-log").plain().first(connection, row -> "");
            String first = SQL.get("backup-start")
                    .plain()
                    .first(connection, row -> row.getString(1))
                    .orElseThrow();
            Path cluster = postgres.folder().cluster();
            files(out, cluster);
            String label = SQL.get("backup-stop")
                    .plain()
                    .first(connection, row -> row.getString(1))
                    .orElseThrow();
            SQL.get("backup-switch").plain().first(connection, row -> "");
            text(out, "postgres/backup_label", label);
            log(out, cluster, first);
            text(out, "password", Files.readString(postgres.folder().path("password")));
            Tar.end(out);
        } catch (IOException | SQLException e) {
            throw new PostgresException("the backup to " + file + " failed: " + FailureReason.of(e), e);
        }
        try {
            Files.move(half, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new PostgresException("cannot write " + file + ": " + FailureReason.of(e), e);
        }
    }

    private static Connection open(Login login) throws SQLException {
        return DriverManager.getConnection(
                login.url(), login.user().orElseThrow(), login.password().orElseThrow());
    }

    private static void files(OutputStream out, Path cluster) throws IOException {
        Tar.folder(out, "postgres/");
        for (String empty : EMPTY_FOLDERS.stream().sorted().toList()) {
            Tar.folder(out, "postgres/" + empty + "/");
        }
        try (Stream<Path> all = Files.walk(cluster)) {
            for (Path path : all.sorted().toList()) {
                Path name = cluster.relativize(path);
                boolean leftOut = name.toString().isEmpty()
                        || LEFT_OUT.contains(name.getName(0).toString())
                        || name.getFileName().toString().startsWith("pgsql_tmp");
                if (leftOut) {
                    continue;
                }
                if (Files.isDirectory(path)) {
                    Tar.folder(out, "postgres/" + unix(name) + "/");
                } else {
                    copy(out, "postgres/" + unix(name), path);
                }
            }
        }
    }

    /** Files may come and go while they are copied; the log knows. */
    private static void copy(OutputStream out, String name, Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            Tar.file(out, name, in, Files.size(file));
        } catch (NoSuchFileException gone) {
            return;
        }
    }

    private static void log(OutputStream out, Path cluster, String first) throws IOException {
        try (Stream<Path> segments = Files.list(cluster.resolve("pg_wal"))) {
            for (Path segment : segments.filter(Files::isRegularFile).sorted().toList()) {
                String name = segment.getFileName().toString();
                boolean needed = name.length() == first.length() && name.compareTo(first) >= 0;
                if (needed || name.endsWith(".history")) {
                    copy(out, "postgres/pg_wal/" + name, segment);
                }
            }
        }
    }

    private static void text(OutputStream out, String name, String content) throws IOException {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        Tar.file(out, name, new ByteArrayInputStream(bytes), bytes.length);
    }

    private static String unix(Path name) {
        return name.toString().replace('\\', '/');
    }

    /**
     * Puts a backup into a folder that has no database, starts it and raises every epoch.
     *
     * @param now the time of the restore
     */
    public static void restore(EmbeddedPostgres postgres, Path file, Instant now) {
        DataFolder folder = postgres.folder();
        try (DataFolder.Held alone = folder.exclusively()) {
            if (postgres.exists()) {
                throw new PostgresException("there is a database in " + folder.root() + ": stop it and move the folder"
                        + " away, or restore into another with --data");
            }
            Path half = folder.temporary("restore");
            try (InputStream in = new GZIPInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
                Tar.unpack(in, half);
            }
            DataFolder.restrict(half.resolve("postgres"), "rwx------");
            DataFolder.restrict(half.resolve("password"), "rw-------");
            Files.move(half.resolve("password"), folder.path("password"), StandardCopyOption.REPLACE_EXISTING);
            Files.move(half.resolve("postgres"), folder.cluster(), StandardCopyOption.ATOMIC_MOVE);
            Login login = postgres.ensureRunning();
            raiseEpochs(login, now.getEpochSecond() * EPOCHS_PER_SECOND);
            postgres.control().stop();
        } catch (IOException | SQLException e) {
            throw new PostgresException("the restore of " + file + " failed: " + FailureReason.of(e), e);
        }
    }

    private static void raiseEpochs(Login login, long least) throws SQLException {
        try (Connection connection = open(login)) {
            boolean there = SQL.get("leases-exist")
                    .plain()
                    .first(connection, row -> true)
                    .orElse(false);
            if (there) {
                SQL.get("epochs-raise").set("least", least).update(connection);
            }
        }
    }
}
