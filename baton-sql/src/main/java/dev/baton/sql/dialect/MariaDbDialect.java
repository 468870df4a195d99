package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * MariaDB 10.6 and later: named locks for sessions, a locked row for the fence. What MySQL says in other words is in its
 * own folder, before this one.
 *
 * <p>Instants are kept as {@code datetime(6)} in UTC and come from {@code UTC_TIMESTAMP(6)}, so no session's
 * {@code time_zone} has a say. That is the moment at which the statement began. Of the two ways to err it is the safe
 * one everywhere: a lease that a statement extends after having waited ends a little early, and an expiry that it checks
 * is found to have passed a little late. Where a decision follows a lock (the fence), it is a statement of its own.
 */
class MariaDbDialect implements Dialect {

    private static final int DUPLICATE_KEY = 1062;
    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int LOCK_NOWAIT = 3572;
    private static final int DEADLOCK = 1213;
    private static final int NO_SAVEPOINT = 1305;

    /** A row was changed since this transaction's snapshot, a table since it was opened. */
    private static final Set<Integer> CHANGED = Set.of(1020, 1412);

    /** Database, table, column, index, constraint, trigger. */
    private static final Set<Integer> ALREADY_THERE = Set.of(1007, 1050, 1060, 1061, 1022, 1826, 1359);

    /** No such database; not from this host. */
    private static final Set<Integer> LOCKED_OUT = Set.of(1049, 1130);

    /** What the driver itself finds wrong: it may not encrypt, or may not send a password unencrypted. */
    private static final int BY_THE_DRIVER = -1;

    /**
     * A lock that was not granted, a deadlock, a changed row; too many connections, the server gone away; a server, its
     * engine or a schema that is read-only; a disk or a table's space that is full, memory that has run out; a
     * file that cannot be written, an engine that fails: why, only words tell (as a rule a full disk), but it is no row's fault.
     */
    private static final Set<Integer> TRANSIENT = Set.of(
            LOCK_WAIT_TIMEOUT,
            DEADLOCK,
            1020,
            1040,
            2006,
            2013,
            1290,
            1836,
            1874,
            3989,
            1021,
            1114,
            1037,
            1038,
            1041,
            1026,
            1030);

    /** With a SQLSTATE that does not tell: truncated, no default, no such character, a trigger's signal, MySQL's CHECK. */
    private static final Set<Integer> DATA = Set.of(1265, 1364, 1366, 1644, 3819);

    /** A signal whose trigger has given it a number of its own; a view's check. */
    private static final Set<String> SIGNALLED = Set.of("44", "45");

    /** Classes of the servers, of their drivers and of JDBC. */
    private static final Set<String> NOT_THE_APPLICATIONS =
            Set.of("70", "99", "HV", "HW", "HY", "HZ", "IM", "S1", "XA");

    /** On a database, a table, a column, a routine; of an administrator. */
    private static final Set<Integer> DENIED = Set.of(1044, 1142, 1143, 1370, 1227);

    private static final Duration MERE_LOOK = Duration.ofMillis(100);
    static final Duration SCHEMA_PATIENCE = Duration.ofMinutes(4);

    @Override
    public String folder() {
        return "mariadb";
    }

    @Override
    public Optional<SessionLocks> sessionLocks() {
        return Optional.of(new MariaDbSessionLocks());
    }

    /**
     * The bound is on the statement that waits for the lock. Time-outs for the rest of the transaction would have to be
     * set for the session, and would stay behind in the user's pool; so a takeover ends idle writers itself.
     */
    @Override
    public FenceReading enterFence(Connection connection, SqlCatalog sql, RoleKeys keys, Duration bound)
            throws SQLException {
        return RowFence.enter(this, connection, sql, keys, MariaDbDialect::forbiddenIsolation, bound);
    }

    /** A savepoint is gone with its transaction, and releasing one that is gone is an error. */
    @Override
    public boolean isMarked(Connection connection, SqlCatalog sql) throws SQLException {
        try {
            sql.get("transaction-marked").plain().run(connection);
            return true;
        } catch (SQLException e) {
            if (SqlErrors.hasCode(e, Set.of(NO_SAVEPOINT))) {
                return false;
            }
            throw e;
        }
    }

    private static String forbiddenIsolation(ResultSet row) throws SQLException {
        String isolation = row.getString("isolation").toLowerCase(Locale.ROOT).replace('-', ' ');
        return Set.of("read committed", "read uncommitted").contains(isolation) ? "" : isolation;
    }

    /**
     * Seconds are all that InnoDB counts in. A mere look does not wait at all. Anybody else waits for one at least, and may give
     * up before the server does; but has stood in the queue, and only there is it seen whom it waits for.
     */
    @Override
    public void closeFence(Connection connection, SqlCatalog sql, RoleKeys keys, Duration atMost) throws SQLException {
        if (atMost.compareTo(MERE_LOOK) <= 0) {
            RowFence.close(this, connection, sql, keys, "fence-exclusive-now");
            return;
        }
        long before = sql.get("lock-timeout-read")
                .plain()
                .first(connection, row -> row.getLong(1))
                .orElseThrow();
        waitAtMost(connection, sql, Math.max(1, atMost.minusMillis(500).toSeconds()));
        try {
            RowFence.close(this, connection, sql, keys, "fence-exclusive");
        } finally {
            waitAtMost(connection, sql, before);
        }
    }

    private static void waitAtMost(Connection connection, SqlCatalog sql, long seconds) throws SQLException {
        sql.get("lock-timeout").set("seconds", seconds).run(connection);
    }

    @Override
    public Optional<Blockers> blockers() {
        return Optional.of(new MariaDbBlockers());
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(
                Capability.ROW_LISTS,
                Capability.FENCE_ROWS,
                Capability.SESSION_TIMEOUTS,
                Capability.NAMED_HISTORIES,
                Capability.INDEXES_BY_QUEUE);
    }

    /** MariaDB has {@code INSERT … RETURNING} but no {@code UPDATE … RETURNING}, MySQL has neither. */
    @Override
    public boolean writesAnswer() {
        return false;
    }

    @Override
    public boolean isDuplicateKey(SQLException error) {
        return SqlErrors.hasCode(error, Set.of(DUPLICATE_KEY));
    }

    @Override
    public boolean isLockTimeout(SQLException error) {
        return SqlErrors.hasCode(error, Set.of(LOCK_WAIT_TIMEOUT, LOCK_NOWAIT));
    }

    @Override
    public boolean isAlreadyThere(SQLException error) {
        return SqlErrors.hasCode(error, ALREADY_THERE);
    }

    @Override
    public boolean isRolledBack(SQLException error) {
        return SqlErrors.isRolledBack(error)
                || SqlErrors.hasCode(error, Set.of(DEADLOCK))
                || SqlErrors.hasCode(error, CHANGED);
    }

    @Override
    public boolean isDenied(SQLException error) {
        return SqlErrors.hasCode(error, DENIED);
    }

    /** MariaDB's driver calls every SQLSTATE that it does not know transient, that of a trigger's signal too. */
    @Override
    public boolean isTransient(SQLException error) {
        return !isDataError(error) && (Dialect.super.isTransient(error) || SqlErrors.hasCode(error, TRANSIENT));
    }

    @Override
    public boolean isDataError(SQLException error) {
        return Dialect.super.isDataError(error)
                || SqlErrors.hasCode(error, DATA)
                || SqlErrors.hasClass(error, SIGNALLED)
                || SqlErrors.isOfTheApplications(error, NOT_THE_APPLICATIONS);
    }

    @Override
    public boolean isLockedOut(SQLException error) {
        return Dialect.super.isLockedOut(error)
                || SqlErrors.hasCode(error, LOCKED_OUT)
                || SqlErrors.any(error, e -> e.getErrorCode() == BY_THE_DRIVER && e.getCause() == null);
    }

    @Override
    public void lockSchema(Connection connection, SqlCatalog sql) throws SQLException {
        boolean granted = sql.get("schema-lock")
                .set("patience_s", SCHEMA_PATIENCE.toSeconds())
                .first(connection, row -> row.getInt(1) == 1)
                .orElse(false);
        if (!granted) {
            throw othersTurn();
        }
    }

    static SQLTimeoutException othersTurn() {
        return new SQLTimeoutException(
                "another program has been changing the schema for " + SCHEMA_PATIENCE.toMinutes() + " minutes");
    }

    @Override
    public void unlockSchema(Connection connection, SqlCatalog sql) throws SQLException {
        sql.get("schema-unlock").plain().run(connection);
    }

    @Override
    public Optional<String> unfit(Connection connection, SqlCatalog sql) throws SQLException {
        return sql.get("server-state").plain().first(connection, row -> {
            if (row.getBoolean("is_read_only")) {
                return "this server is read-only and cannot elect: connect to the primary";
            }
            String version = row.getString("server_version");
            if (!ServerVersion.of(version).isAtLeast(oldest())) {
                return product() + " " + version + " is too old: Baton needs version " + oldest() + " or later";
            }
            return unfit(row).orElse(null);
        });
    }

    /**
     * The dialect for this server, whatever its driver calls it: MySQL's takes a MariaDB for a MySQL. A server that shares
     * its rows with others shows by which library it does, under any name.
     */
    static Dialect of(Connection connection, String product) throws SQLException {
        Map<String, String> kind = new HashMap<>();
        Dialects.words(new MariaDbDialect())
                .get("server-kind")
                .plain()
                .all(connection, row -> kind.put(lower(row.getString(1)), lower(row.getString(2))));
        boolean mariaDb =
                product.contains("mariadb") || kind.getOrDefault("version", "").contains("mariadb");
        boolean galera = !Set.of("", "none").contains(kind.getOrDefault("wsrep_provider", ""));
        if (mariaDb) {
            return galera ? new GaleraDialect() : new MariaDbDialect();
        }
        return galera ? new MySqlGaleraDialect() : new MySqlDialect();
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    String product() {
        return "MariaDB";
    }

    ServerVersion oldest() {
        return new ServerVersion(10, 6);
    }

    /** Why a server in this state cannot take part, beyond what is asked of all, or empty if it can. */
    Optional<String> unfit(ResultSet state) throws SQLException {
        return Optional.empty();
    }
}
