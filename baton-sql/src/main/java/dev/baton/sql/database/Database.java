package dev.baton.sql.database;

import dev.baton.SetupRefusedException;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.dialect.RoleKeys;
import dev.baton.sql.jdbc.BorrowedConnection;
import dev.baton.sql.jdbc.Connections;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.jdbc.Transactions;
import dev.baton.sql.migration.SchemaManager;
import dev.baton.sql.schema.SchemaComponent;
import dev.baton.sql.schema.TableNames;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The database as this process knows it: unknown until the first connection, then identified, its schema brought up to
 * date or checked, and found fit. A database that is away is no reason to give up: whoever needs it asks again.
 */
public final class Database {

    /**
     * How long a program's own work waits for a connection: as long as pools do that were told nothing. HikariCP waits 30 s for
     * one and looks for 5 s whether it lives; so it needs no thread that waits for it.
     */
    public static final Duration WORK_OPENING = Duration.ofSeconds(35);

    /** How long a program's own work waits for an answer that nothing else bounds. */
    public static final Duration WORK_ANSWER = Duration.ofSeconds(30);

    private static final Duration OPENING = Duration.ofSeconds(5);

    private final DataSource application;
    private final DataSource leadership;
    private final Options options;
    private volatile Ready ready;
    private volatile boolean sessionsProven;

    /**
     * How this process uses the database.
     *
     * @param tables where the tables are
     * @param applySchema whether to bring the schema up to date, or only to check it
     * @param components the parts of the schema that this program needs
     * @param channel where role changes are announced, on databases that can
     */
    public record Options(TableNames tables, boolean applySchema, List<SchemaComponent> components, String channel) {}

    /**
     * A database that was found fit.
     *
     * @param leaseTable what the database itself calls the table of the leases
     * @param versions the installed version of each part of the schema
     */
    public record Ready(
            Dialect dialect, SqlCatalog sql, String leaseTable, String channel, Map<String, Integer> versions) {

        /** What the database's own clock shows. */
        public Instant databaseTime(Connection connection) throws SQLException {
            long micros = sql.get("database-time")
                    .plain()
                    .first(connection, row -> row.getLong("now_us"))
                    .orElseThrow();
            return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        }

        /** The locks of a role in this database. */
        public RoleKeys keys(String role, long scopeKey) {
            return RoleKeys.of(role, scopeKey, leaseTable);
        }
    }

    /**
     * @param application where the program's own transactions run, and so the fenced ones
     * @param leadership where elections run; may be another account or bypass a pooler
     */
    public Database(DataSource application, DataSource leadership, Options options) {
        this.application = application;
        this.leadership = leadership;
        this.options = options;
    }

    public DataSource application() {
        return application;
    }

    public DataSource leadership() {
        return leadership;
    }

    /** Does a part of the program's work on a {@linkplain BorrowedConnection borrowed connection} of the application's. */
    public <T, X extends Exception> T runWork(Transactions.Body<T, X> body) throws SQLException, X {
        return Connections.useBorrowed(application, WORK_OPENING, WORK_ANSWER, body);
    }

    /** A statement or a few on a borrowed connection of the application's, each answered within the bound. */
    public <T> T useConnection(Duration bound, Connections.Use<Ready, T> use) throws SQLException {
        Ready known = ready();
        return Connections.useBorrowed(application, bound, connection -> use.apply(known, connection));
    }

    /** Which database it is, if it has ever answered. */
    public Optional<Dialect> knownDialect() {
        return Optional.ofNullable(ready).map(Ready::dialect);
    }

    /** Where the tables are. */
    public TableNames tables() {
        return options.tables();
    }

    /** Where role changes are announced, on databases that can. */
    public String channel() {
        return options.channel();
    }

    /**
     * The database, fit for use.
     *
     * @throws SQLException if it cannot be reached now
     * @throws SetupRefusedException if it can be reached and will not do
     */
    public Ready ready() throws SQLException {
        Ready known = ready;
        return known != null ? known : prepare();
    }

    private synchronized Ready prepare() throws SQLException {
        if (ready != null) {
            return ready;
        }
        Ready found = identify();
        // Only now, with that connection given back: a small pool must be able to hand out the two that this takes.
        new SelfTest(this, found).proveFence();
        ready = found;
        return found;
    }

    private Ready identify() throws SQLException {
        Connection connection = Connections.open(leadership, OPENING);
        try {
            Dialects.refuseUnknown(connection);
            SeveralHosts.refuseUnlessBounded(connection);
            Connections.bound(connection, Duration.ofMinutes(5));
            connection.setAutoCommit(true);
            connection.setReadOnly(false);
            Dialect dialect = Dialects.of(connection);
            SqlCatalog sql = Dialects.leadership(dialect, options.tables());
            var unfit = dialect.unfit(connection, sql);
            if (unfit.isPresent()) {
                throw new SetupRefusedException(unfit.get());
            }
            SchemaManager schema = new SchemaManager(dialect, sql, options.components());
            if (options.applySchema()) {
                schema.apply(connection);
            } else {
                schema.check(connection);
            }
            Ready found = new Ready(
                    dialect, sql, dialect.leaseTable(connection, sql), options.channel(), schema.versions(connection));
            new SelfTest(this, found).proveLeadership(connection);
            return found;
        } finally {
            Connections.drop(connection);
        }
    }

    /** The database, fit for session locks as well. */
    public Ready readyForSessions() throws SQLException {
        Ready known = ready();
        if (!sessionsProven) {
            synchronized (this) {
                if (!sessionsProven) {
                    new SelfTest(this, known).proveSessions();
                    sessionsProven = true;
                }
            }
        }
        return known;
    }
}
