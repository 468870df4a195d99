package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.Script;
import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** PostgreSQL 13 and later: advisory locks for sessions and for the fence, which its lock manager queues fairly. */
final class PostgresDialect implements Dialect {

    private static final int OLDEST = 130000;
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    /** By {@code statement_timeout}, if an account has one that is shorter than its wait. */
    private static final String QUERY_CANCELED = "57014";

    /** Cardinality, a trigger that changes what is being changed, external routines and what calls them, a view's check. */
    private static final Set<String> OF_A_ROW = Set.of("21", "27", "38", "39", "44");

    /** Classes of the server, of its driver and of JDBC. */
    private static final Set<String> NOT_THE_APPLICATIONS =
            Set.of("53", "54", "55", "57", "58", "60", "72", "99", "F0", "HV", "HW", "HY", "HZ", "P0", "XX");

    /** Schema, table or index, type or trigger, function, column. */
    private static final Set<String> ALREADY_THERE = Set.of("42P06", "42P07", "42710", "42723", "42701");

    @Override
    public String folder() {
        return "postgresql";
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
        return Optional.of(new PostgresSessionLocks());
    }

    @Override
    public FenceReading enterFence(Connection connection, SqlCatalog sql, RoleKeys keys, Duration bound)
            throws SQLException {
        return new PostgresFence(connection, sql, keys, bound).enter();
    }

    @Override
    public Map<String, FenceReading.Term> tryEnterFences(
            Connection connection, SqlCatalog sql, List<RoleKeys> roles, Duration bound) throws SQLException {
        return PostgresFences.tryEnter(connection, sql, roles, bound);
    }

    /** After an error it refuses everything until the roll-back, and it can roll back a change of the schema. */
    @Override
    public boolean endsTransactions() {
        return false;
    }

    @Override
    public void closeFence(Connection connection, SqlCatalog sql, RoleKeys keys, Duration atMost) throws SQLException {
        closeFence(connection, sql, keys, atMost, new Script(takesScripts()));
    }

    @Override
    public void closeFence(Connection connection, SqlCatalog sql, RoleKeys keys, Duration atMost, Script look)
            throws SQLException {
        Command lock = sql.get("fence-exclusive")
                .set("fence_key", keys.fenceKey())
                .set("bound_ms", Long.toString(atMost.toMillis()));
        new Script(takesScripts()).add(lock).add(look).run(connection);
    }

    @Override
    public Optional<Blockers> blockers() {
        return Optional.of(new PostgresBlockers());
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(
                Capability.NOTIFICATIONS,
                Capability.ARRAYS,
                Capability.SNAPSHOT_POSITIONS,
                Capability.COMPLETED_INSERTS,
                Capability.SESSION_TIMEOUTS,
                Capability.RETAKES,
                Capability.SHARED_SESSIONS,
                Capability.FENCE_LISTS);
    }

    /** Also where one side insists on encryption and the other has none. */
    @Override
    public boolean isLockedOut(SQLException error) {
        return Dialect.super.isLockedOut(error) || SqlErrors.hasState(error, Set.of("08004"));
    }

    @Override
    public boolean writesAnswer() {
        return true;
    }

    @Override
    public boolean takesScripts() {
        return true;
    }

    @Override
    public boolean allowsWarmUp() {
        return true;
    }

    @Override
    public boolean isDuplicateKey(SQLException error) {
        return SqlErrors.hasState(error, Set.of("23505"));
    }

    @Override
    public boolean isLockTimeout(SQLException error) {
        return SqlErrors.hasState(error, Set.of(LOCK_NOT_AVAILABLE, QUERY_CANCELED));
    }

    @Override
    public boolean isAlreadyThere(SQLException error) {
        return SqlErrors.hasState(error, ALREADY_THERE);
    }

    @Override
    public boolean isDenied(SQLException error) {
        return SqlErrors.hasState(error, Set.of("42501"));
    }

    @Override
    public boolean isTransient(SQLException error) {
        return Dialect.super.isTransient(error) || SqlErrors.hasState(error, Set.of(LOCK_NOT_AVAILABLE));
    }

    /**
     * Also what a trigger on our tables raises, whatever SQLSTATE it chose, or what fails in it; a view's check; a row that is too long
     * for an index. A policy on rows refuses them as a lack of rights, which is nobody's row's fault.
     */
    @Override
    public boolean isDataError(SQLException error) {
        return Dialect.super.isDataError(error)
                || SqlErrors.hasState(error, Set.of("P0001", "P0002", "P0003", "P0004", "54000"))
                || SqlErrors.hasClass(error, OF_A_ROW)
                || SqlErrors.isOfTheApplications(error, NOT_THE_APPLICATIONS);
    }

    /** For the transaction: a lock of the session would stay behind in a pooler that hands out sessions by transaction. */
    @Override
    public void lockSchema(Connection connection, SqlCatalog sql) throws SQLException {
        sql.get("schema-lock").plain().run(connection);
    }

    @Override
    public void unlockSchema(Connection connection, SqlCatalog sql) {
        // The end of the transaction was the end of the lock.
    }

    @Override
    public Optional<String> unfit(Connection connection, SqlCatalog sql) throws SQLException {
        return sql.get("server-state").plain().first(connection, row -> {
            if (row.getBoolean("standby")) {
                return "this server is a standby and cannot elect: connect to the primary"
                        + " (for PostgreSQL: targetServerType=primary in the JDBC URL)";
            }
            int version = row.getInt("version");
            return version >= OLDEST
                    ? null
                    : "PostgreSQL " + version / 10000 + " is too old: Baton needs version 13 or later";
        });
    }
}
