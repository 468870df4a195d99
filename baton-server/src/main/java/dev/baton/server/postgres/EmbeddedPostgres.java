package dev.baton.server.postgres;

import dev.baton.server.config.DatabaseConfig.Login;
import dev.baton.server.config.FailureReason;
import dev.baton.server.crypto.Secrets;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.jdbc.SqlSubjects;
import dev.baton.sql.schema.TableNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The database of a data folder. {@link #join} starts it or finds it running; {@link #leave} stops it if nobody else uses
 * it. Passwords are random and never leave the folder. The server works with an account that owns its tables and is no
 * superuser; a folder of before there was one gets it when its database is started.
 */
public final class EmbeddedPostgres implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);
    private static final String DATABASE = "baton";
    private static final String APPLICATION = "baton_app";
    private static final String ADMIN_PASSWORD = "password";
    private static final String APPLICATION_PASSWORD = "app-password";

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
        return control().running().map(this::login);
    }

    /** The same for the superuser. */
    Optional<Login> runningForAdmin() {
        return exists() ? control().running().map(port -> admin(port, DATABASE)) : Optional.empty();
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
        PostgresControl control = control();
        control.create(password());
        Optional<Integer> running = control.running();
        int port = running.orElseGet(() -> start(control));
        createDatabase(admin(port, "postgres"));
        if (running.isEmpty()) { // else nodes are at work with the accounts that there are
            ensureApplication(admin(port, DATABASE));
        }
        return login(port);
    }

    private int start(PostgresControl control) {
        try {
            PostgresBinaries.removeOthers(folder);
        } catch (IOException e) {
            LOG.warn("PostgreSQL's programs of before cannot be removed from {}: {}", folder.root(), e.getMessage());
        }
        return control.start();
    }

    /** The account of the server; the superuser's where a program of before has started the database and still uses it. */
    private Login login(int port) {
        return Files.exists(folder.path(APPLICATION_PASSWORD))
                ? login(port, DATABASE, APPLICATION, secret(APPLICATION_PASSWORD))
                : admin(port, DATABASE);
    }

    private Login admin(int port, String database) {
        return login(port, database, PostgresControl.ADMIN, password());
    }

    private static Login login(int port, String database, String user, String password) {
        return new Login(
                "jdbc:postgresql://127.0.0.1:" + port + "/" + database,
                Optional.of(user),
                Optional.of(password),
                "password");
    }

    private static Connection connect(Login login) throws SQLException {
        return DriverManager.getConnection(
                login.url(), login.user().orElseThrow(), login.password().orElseThrow());
    }

    /** The account that the server works with, owner of what is there. Its password is kept once it holds. */
    private void ensureApplication(Login admin) {
        boolean known = Files.exists(folder.path(APPLICATION_PASSWORD));
        String password = known ? secret(APPLICATION_PASSWORD) : Secrets.randomSecret();
        try (Connection connection = connect(admin)) {
            SQL.get("application-password").set("password", password).first(connection, row -> "");
            SQL.get("application-ensure").plain().run(connection);
            if (!known) {
                keep(APPLICATION_PASSWORD, password);
            }
        } catch (SQLException | IOException e) {
            throw new PostgresException(
                    "the account of the server cannot be made in " + folder.root() + ": " + FailureReason.of(e), e);
        }
    }

    private void createDatabase(Login admin) {
        try (Connection connection = connect(admin)) {
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
        Path file = folder.path(ADMIN_PASSWORD);
        try {
            if (!Files.exists(file)) {
                if (exists()) {
                    throw new PostgresException("the password of the embedded database is gone from " + file
                            + ": restore the folder from a backup");
                }
                keep(ADMIN_PASSWORD, Secrets.randomSecret());
            }
            return secret(ADMIN_PASSWORD);
        } catch (IOException e) {
            throw new PostgresException("cannot write " + file + ": " + FailureReason.of(e), e);
        }
    }

    private String secret(String name) {
        try {
            return Files.readString(folder.path(name)).strip();
        } catch (IOException e) {
            throw new PostgresException("cannot read " + folder.path(name) + ": " + FailureReason.of(e), e);
        }
    }

    /** Readable to nobody else from its first byte on, and there as a whole or not at all. */
    private void keep(String name, String secret) throws IOException {
        Path half = folder.path(name + ".half");
        Files.writeString(half, "");
        DataFolder.restrict(half, "rw-------");
        Files.writeString(half, secret);
        Files.move(half, folder.path(name), StandardCopyOption.ATOMIC_MOVE);
    }
}
