package dev.baton.server.postgres;

import dev.baton.server.config.DatabaseConfig.Login;
import dev.baton.server.config.FailureReason;
import dev.baton.server.crypto.Secrets;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.jdbc.SqlSubjects;
import dev.baton.sql.jdbc.TableNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The database of a data folder. {@link #join} starts it or finds it running; {@link #leave} stops it if nobody else uses
 * it. The password is random and never leaves the folder.
 */
public final class EmbeddedPostgres implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);
    private static final String DATABASE = "baton";

    static final SqlCatalog SQL = new SqlCatalog(
            SqlSubjects.beside(EmbeddedPostgres.class, "embedded"), List.of("postgresql"), TableNames.DEFAULT);

    /** There while an operator wants the database to run whoever uses it. */
    private static final String KEEP = "keep-running";

    private final DataFolder folder;
    private DataFolder.Held use;
    private PostgresWatchdog watchdog;

    private EmbeddedPostgres(DataFolder folder) {
        this.folder = folder;
    }

    public static EmbeddedPostgres in(Path data) {
        return new EmbeddedPostgres(DataFolder.open(data));
    }

    /** Whether there is a database in this folder. */
    public boolean exists() {
        return Files.isDirectory(folder.cluster());
    }

    /** Uses the database from now on; starts it if it does not run. */
    public Login join() {
        try (DataFolder.Held alone = folder.exclusively()) {
            Login login = ensureRunning();
            use = folder.use();
            watchdog = new PostgresWatchdog(this);
            watchdog.start();
            return login;
        }
    }

    /** Uses it no longer; the last to leave stops it. */
    public void leave() {
        if (use == null) {
            return;
        }
        watchdog.close();
        try (DataFolder.Held alone = folder.exclusively()) {
            use.close();
            use = null;
            Optional<DataFolder.Held> unused = folder.unused();
            if (unused.isPresent()) {
                try (DataFolder.Held nobody = unused.get()) {
                    if (!Files.exists(folder.path(KEEP)) && control().running().isPresent()) {
                        LOG.info("nobody else uses the embedded database: stopping it");
                        control().stop();
                    }
                }
            }
        }
    }

    /** The server's process, if it runs. */
    Optional<ProcessHandle> server() {
        return control().server();
    }

    /**
     * Starts it again on its port if its process has died. One that was stopped in order stays stopped: somebody wanted that.
     *
     * @return whether it was this process that did so
     */
    boolean revive() {
        if (!control().crashed()) {
            return false;
        }
        try (DataFolder.Held alone = folder.exclusively()) {
            if (!control().crashed()) {
                return false; // somebody was faster
            }
            LOG.warn("the embedded database in {} has crashed: starting it again", folder.root());
            control().restart();
            return true;
        }
    }

    @Override
    public void close() {
        leave();
    }

    /** Starts it for good, until somebody stops it. */
    public Login start() {
        try (DataFolder.Held alone = folder.exclusively()) {
            Login login = ensureRunning();
            Files.writeString(folder.path(KEEP), "");
            return login;
        } catch (IOException e) {
            throw new PostgresException("cannot write to " + folder.root() + ": " + FailureReason.of(e), e);
        }
    }

    /** Stops it, whoever uses it; false if it does not run. */
    public boolean stop() {
        try (DataFolder.Held alone = folder.exclusively()) {
            Files.deleteIfExists(folder.path(KEEP));
            if (!exists() || control().running().isEmpty()) {
                return false;
            }
            control().stop();
            return true;
        } catch (IOException e) {
            throw new PostgresException("cannot write to " + folder.root() + ": " + FailureReason.of(e), e);
        }
    }

    /** How to reach it, if it runs. */
    public Optional<Login> running() {
        if (!exists()) {
            return Optional.empty();
        }
        return control().running().map(port -> login(port, password()));
    }

    DataFolder folder() {
        return folder;
    }

    PostgresControl control() {
        return new PostgresControl(folder, PostgresBinaries.unpack(folder));
    }

    /** Only under the lock. */
    Login ensureRunning() {
        try {
            folder.sweep();
        } catch (IOException e) {
            throw new PostgresException("cannot clear " + folder.root() + ": " + FailureReason.of(e), e);
        }
        boolean fresh = !exists();
        if (fresh) {
            LOG.info("creating the embedded database in {}", folder.root());
        }
        String password = password();
        PostgresControl control = control();
        control.create(password);
        int port = control.running().orElseGet(control::start);
        Login admin = new Login(
                "jdbc:postgresql://127.0.0.1:" + port + "/postgres",
                Optional.of(PostgresControl.USER),
                Optional.of(password),
                "password");
        createDatabase(admin);
        return login(port, password);
    }

    private static Login login(int port, String password) {
        return new Login(
                "jdbc:postgresql://127.0.0.1:" + port + "/" + DATABASE,
                Optional.of(PostgresControl.USER),
                Optional.of(password),
                "password");
    }

    private void createDatabase(Login admin) {
        try (Connection connection = DriverManager.getConnection(
                admin.url(), PostgresControl.USER, admin.password().orElseThrow())) {
            boolean there = SQL.get("database-exists")
                    .plain()
                    .first(connection, row -> true)
                    .orElse(false);
            if (!there) {
                SQL.get("database-create").plain().run(connection);
            }
        } catch (SQLException e) {
            throw new PostgresException(
                    "the embedded database in " + folder.root() + " does not let us in: " + FailureReason.of(e)
                            + "; if its password file was changed, put it back",
                    e);
        }
    }

    private String password() {
        Path file = folder.path("password");
        try {
            if (!Files.exists(file)) {
                if (exists()) {
                    throw new PostgresException("the password of the embedded database is gone from " + file
                            + ": restore the folder from a backup");
                }
                Path half = folder.path("password.half");
                Files.writeString(half, "");
                DataFolder.restrict(half, "rw-------");
                Files.writeString(half, Secrets.randomSecret());
                Files.move(half, file, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new PostgresException("cannot read " + file + ": " + FailureReason.of(e), e);
        }
    }
}
