package dev.baton.chaos.cluster;

import dev.baton.chaos.proxy.Proxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A streaming standby of a running primary, made by an online backup, behind a proxy that can make it fall behind. */
public final class Standby {

    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private final Postgres server;
    private final Proxy link;

    private Standby(Postgres server, Proxy link) {
        this.server = server;
        this.link = link;
    }

    static Standby of(Postgres primary, Path folder, Map<String, String> environment) throws SQLException {
        Proxy link = new Proxy(primary.port());
        try (Connection connection = primary.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_backup_start('chaos', true)");
            copy(primary.folder(), folder);
            try (ResultSet label = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
                label.next();
                Postgres.append(folder.resolve("backup_label"), label.getString(1));
            }
        }
        Postgres.append(folder.resolve("standby.signal"), "");
        Postgres.append(
                folder.resolve("postgresql.conf"),
                "primary_conninfo = 'host=127.0.0.1 port=" + link.port() + " user=postgres'\n");
        Standby standby = new Standby(new Postgres(folder, primary.programs(), Postgres.freePort(), environment), link);
        standby.server.start();
        standby.awaitCaughtUp(primary);
        return standby;
    }

    private static void copy(Path from, Path to) {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                copyOne(path, to.resolve(from.relativize(path).toString()));
            }
            Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rwx------"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot copy " + from, e);
        }
    }

    private static void copyOne(Path from, Path to) throws IOException {
        String name = from.getFileName().toString();
        if (List.of("postmaster.pid", "postmaster.opts", "server.log").contains(name)) {
            return;
        }
        try {
            Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
        } catch (NoSuchFileException e) {
            // It was removed while the server went on: the log has it.
        }
    }

    Postgres server() {
        return server;
    }

    private void awaitCaughtUp(Postgres primary) throws SQLException {
        String target = primary.ask("SELECT pg_current_wal_lsn()");
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!"t".equals(server.ask("SELECT COALESCE(pg_last_wal_replay_lsn() >= '" + target + "', false)"))) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("a standby does not catch up");
            }
            LockSupport.parkNanos(50_000_000);
        }
    }

    /** From now on it falls behind. */
    public void fallBehind() {
        link.silence(true);
    }

    /** Waits until it has everything that the primary has now. */
    public void catchUp(Postgres primary) throws SQLException {
        awaitCaughtUp(primary);
    }

    /** Becomes a primary; answers with the time of the last commit that it has. */
    String promote() throws SQLException {
        link.close();
        server.promote();
        String last = server.ask("SELECT COALESCE(pg_last_xact_replay_timestamp(), '-infinity')");
        return last;
    }
}
