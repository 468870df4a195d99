package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * SQL Server 2019 and later, Azure SQL, and Babelfish: application locks for sessions and for the fence. They depend on
 * no isolation level, row version setting or hint.
 *
 * <p>Each statement that takes a lock is one batch which answers with the lock's return code: those are not errors, so
 * they have to be looked at. {@code SET NOCOUNT ON} makes that answer the first one, and lets the driver see an error in
 * the midst of a batch.
 */
class SqlServerDialect implements Dialect {

    private static final int OLDEST = 15;
    private static final int LOCK_TIMEOUT = 1222;
    private static final int DEADLOCK = 1205;

    /** Thrown by our own statements, see jobs: a claim that a fenced transaction still holds; tables that are not here. */
    private static final int CLAIM_HELD = 51222;

    private static final int NO_TABLES = 51223;
    private static final Set<Integer> DUPLICATE_KEY = Set.of(2601, 2627);

    /** A deadlock; a row or a table that was changed since this transaction's snapshot. */
    private static final Set<Integer> ROLLED_BACK = Set.of(DEADLOCK, 3960, 3961);

    /** Table or the like, column, index. */
    private static final Set<Integer> ALREADY_THERE = Set.of(2714, 2705, 1913);

    /** Login failed, no such database. */
    private static final Set<Integer> LOCKED_OUT = Set.of(18456, 4060);

    /**
     * Locks, throttling and fail-over of SQL Server and Azure SQL, a lost connection; a database that is read-only, or a
     * replica that is not the primary; a full disk, file or log, a quota (40544), memory that has run out; of our own a claim
     * that is still held.
     */
    private static final Set<Integer> TRANSIENT = Set.of(
            1204,
            DEADLOCK,
            LOCK_TIMEOUT,
            64,
            233,
            701,
            802,
            976,
            978,
            983,
            1101,
            1105,
            3906,
            4060,
            4221,
            8645,
            8651,
            9002,
            10053,
            10054,
            10060,
            10928,
            10929,
            40143,
            40197,
            40501,
            40540,
            40544,
            40613,
            42108,
            42109,
            49918,
            49919,
            49920,
            CLAIM_HELD);

    /** On an object, a column, a statement, a view of the server, a database, a schema; to end a session. */
    private static final Set<Integer> DENIED = Set.of(229, 230, 262, 297, 300, 916, 2760, 6102);

    private static final int NO_SUCH_PROCESS = 6106;

    /**
     * Truncation, overflow, conversion, a division by zero, malformed JSON, a key too long for its index. The driver gives
     * a SQLSTATE that tells to a few errors only.
     */
    private static final Set<Integer> DATA =
            Set.of(220, 232, 241, 242, 245, 248, 517, 535, 1946, 2628, 8114, 8115, 8134, 8169, 13609);

    /** From here on what a program throws or raises, as a trigger on our tables may. */
    private static final int THROWN = 50000;

    private static final Duration SCHEMA_PATIENCE = Duration.ofMinutes(4);
    private static final Duration ANSWER = Duration.ofSeconds(1);

    @Override
    public String folder() {
        return "sqlserver";
    }

    @Override
    public String leaseTable(Connection connection, SqlCatalog sql) throws SQLException {
        return sql.get("lease-table")
                .plain()
                .first(connection, row -> row.getString("lease_table"))
                .orElseThrow(() -> Dialects.noTable(sql.tables()));
    }

    @Override
    public Optional<SessionLocks> sessionLocks() {
        return Optional.of(new SqlServerSessionLocks());
    }

    @Override
    public FenceReading enterFence(Connection connection, SqlCatalog sql, RoleKeys keys, Duration bound)
            throws SQLException {
        String forbidden =
                RowFence.forbiddenIsolation(connection); // a field of the driver's, no question to the server
        if (!forbidden.isEmpty()) {
            return new FenceReading.WrongIsolation(forbidden);
        }
        FenceReading reading = sql.get("fence-enter")
                .set("role", keys.role())
                .set("lock", RoleKeys.name(keys.fenceKey()))
                .set("bound_ms", millis(bound))
                .within(bound.plus(ANSWER))
                .first(connection, SqlServerDialect::reading)
                .orElseThrow(UnansweredFence::failure);
        return reading instanceof FenceReading.NoTerm
                ? UnansweredFence.ask(connection, sql, "role-rows", keys)
                : reading;
    }

    private static FenceReading reading(ResultSet row) throws SQLException {
        granted(row.getInt("granted"), "the fence");
        return row.getString("holder_id") == null
                ? new FenceReading.NoTerm()
                : new FenceReading.Term(
                        row.getString("holder_id"),
                        row.getLong("lease_epoch"),
                        row.getBoolean("expired"),
                        row.getBoolean("same_timeline"));
    }

    @Override
    public void closeFence(Connection connection, SqlCatalog sql, RoleKeys keys, Duration atMost) throws SQLException {
        int code = sql.get("fence-exclusive")
                .set("lock", RoleKeys.name(keys.fenceKey()))
                .set("bound_ms", millis(atMost))
                .first(connection, row -> row.getInt("granted"))
                .orElseThrow();
        granted(code, "the fence");
    }

    @Override
    public Optional<Blockers> blockers() {
        return Optional.of(new SqlServerBlockers());
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.ROW_VERSIONS, Capability.NAMED_HISTORIES);
    }

    @Override
    public boolean writesAnswer() {
        return true;
    }

    @Override
    public boolean isDuplicateKey(SQLException error) {
        return SqlErrors.hasCode(error, DUPLICATE_KEY);
    }

    @Override
    public boolean isLockTimeout(SQLException error) {
        return SqlErrors.hasCode(error, Set.of(LOCK_TIMEOUT));
    }

    @Override
    public boolean isAlreadyThere(SQLException error) {
        return SqlErrors.hasCode(error, ALREADY_THERE);
    }

    @Override
    public boolean isRolledBack(SQLException error) {
        return SqlErrors.isRolledBack(error) || SqlErrors.hasCode(error, ROLLED_BACK);
    }

    @Override
    public boolean isDenied(SQLException error) {
        return SqlErrors.hasCode(error, DENIED);
    }

    @Override
    public boolean isTransient(SQLException error) {
        return Dialect.super.isTransient(error) || SqlErrors.hasCode(error, TRANSIENT);
    }

    @Override
    public boolean isDataError(SQLException error) {
        return Dialect.super.isDataError(error)
                || SqlErrors.hasCode(error, DATA)
                || SqlErrors.any(error, e -> isThrown(e.getErrorCode()));
    }

    private static boolean isThrown(int code) {
        return code >= THROWN && code != CLAIM_HELD && code != NO_TABLES;
    }

    @Override
    public boolean isLockedOut(SQLException error) {
        return Dialect.super.isLockedOut(error) || SqlErrors.hasCode(error, LOCKED_OUT);
    }

    @Override
    public void lockSchema(Connection connection, SqlCatalog sql) throws SQLException {
        int code = sql.get("schema-lock")
                .set("bound_ms", millis(SCHEMA_PATIENCE))
                .first(connection, row -> row.getInt("granted"))
                .orElseThrow();
        granted(code, "changing the schema");
    }

    @Override
    public void unlockSchema(Connection connection, SqlCatalog sql) throws SQLException {
        sql.get("schema-unlock").plain().run(connection);
    }

    @Override
    public Optional<String> unfit(Connection connection, SqlCatalog sql) throws SQLException {
        return sql.get("server-state").plain().first(connection, row -> {
            if (row.getBoolean("is_read_only")) {
                return "this database is read-only and cannot elect: connect to the primary replica"
                        + " (applicationIntent=ReadWrite in the JDBC URL)";
            }
            return row.getBoolean("is_babelfish") || row.getBoolean("is_azure") || row.getInt("version") >= OLDEST
                    ? null
                    : "SQL Server of internal version " + row.getInt("version")
                            + " is too old: Baton needs SQL Server 2019 or later";
        });
    }

    /** The dialect for this server: Babelfish calls itself SQL Server too. */
    static Dialect of(Connection connection) throws SQLException {
        SqlServerDialect plain = new SqlServerDialect();
        boolean babelfish = Dialects.words(plain)
                .get("server-state")
                .plain()
                .first(connection, row -> row.getBoolean("is_babelfish"))
                .orElse(false);
        return babelfish ? new BabelfishDialect() : plain;
    }

    /** What KILL says of a session that has ended. */
    static boolean isNoSuchSession(SQLException error) {
        return SqlErrors.hasCode(error, Set.of(NO_SUCH_PROCESS));
    }

    /** Turns the return code of a lock request into what it means: 0 and 1 are grants, -1 is a time-out. */
    static void granted(int code, String what) throws SQLException {
        if (code >= 0) {
            return;
        }
        if (code == -1) {
            throw new SQLTimeoutException("the lock for " + what + " was not granted in time", "HYT00", LOCK_TIMEOUT);
        }
        if (code == -3) {
            throw new SQLException("the lock for " + what + " was not granted: a deadlock", "40001", DEADLOCK);
        }
        throw new SQLException("the lock for " + what + " was not granted: sp_getapplock answered " + code
                + (code == -2 ? ", a cancellation" : ""));
    }

    /** Never 0: Babelfish answers that with another code than a time-out's. */
    static int millis(Duration duration) {
        return Math.toIntExact(Math.max(1, Math.min(Integer.MAX_VALUE, duration.toMillis())));
    }
}
