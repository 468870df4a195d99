package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.Connections;
import dev.baton.sql.jdbc.Script;
import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What differs between databases beyond the words of a statement: those are in the catalog's resources. */
public interface Dialect {

    /** The folder of its statements, and its name in configuration. */
    String folder();

    /** Where its statements are looked for, the nearest folder first. */
    default List<String> folders() {
        return List.of(folder());
    }

    /**
     * What the database itself calls the table of the leases: the same for everybody who means that table, however he
     * spells its name and whatever schema is his default. The database's usual schema is left out. Where no lock is named
     * after the table nobody asks, and it is called as it is spelled.
     */
    default String leaseTable(Connection connection, SqlCatalog sql) throws SQLException {
        return sql.tables().in("${baton}leases");
    }

    /** Session locks, where the database has them. */
    Optional<SessionLocks> sessionLocks();

    /**
     * The writer's side of the fence, first in its transaction: takes the shared lock, bounded, then reads the row in a
     * snapshot that is younger than the lock, and marks the transaction.
     */
    FenceReading enterFence(Connection connection, SqlCatalog sql, RoleKeys keys, Duration bound) throws SQLException;

    /**
     * The same for several roles of one transaction, where the database {@linkplain Capability#FENCE_LISTS can}; the others' fences are
     * entered one by one, each in a transaction of its own. Nobody is waited for, here or at any lock of the transaction for long.
     *
     * @return the rows of the roles, by role; empty if the fence of one of them is not free now, or not for this transaction: roll back
     */
    default Map<String, FenceReading.Term> tryEnterFences(
            Connection connection, SqlCatalog sql, List<RoleKeys> roles, Duration bound) throws SQLException {
        return Map.of();
    }

    /**
     * Whether it may end a transaction by itself (a deadlock, a change of the schema) and let the next statement begin another
     * one, which has no lock of the first.
     */
    default boolean endsTransactions() {
        return true;
    }

    /** What marks the running transaction, as {@link #enterFence} does. The mark ends with the transaction. */
    default Script mark(SqlCatalog sql) {
        Script mark = new Script(takesScripts());
        return endsTransactions() ? mark.add(sql.get("transaction-mark").plain()) : mark;
    }

    /**
     * Whether the running transaction is the marked one, where it could be another. To be asked once: some databases use up the
     * mark for the answer.
     */
    default boolean isMarked(Connection connection, SqlCatalog sql) throws SQLException {
        return !endsTransactions()
                || sql.get("transaction-marked")
                        .plain()
                        .first(connection, row -> row.getBoolean(1))
                        .orElse(false);
    }

    /** The takeover's side: waits until no fenced transaction of the role is under way, and keeps new ones out. */
    void closeFence(Connection connection, SqlCatalog sql, RoleKeys keys, Duration atMost) throws SQLException;

    /** The same, followed by a look around whose snapshots are younger than the lock. */
    default void closeFence(Connection connection, SqlCatalog sql, RoleKeys keys, Duration atMost, Script look)
            throws SQLException {
        closeFence(connection, sql, keys, atMost);
        look.run(connection);
    }

    /** How to end what holds up a takeover, where sessions can be ended; one for each takeover. */
    default Optional<Blockers> blockers() {
        return Optional.empty();
    }

    /** What this database can do beyond what all of them can. */
    Set<Capability> capabilities();

    /** Whether it can do that. */
    default boolean can(Capability capability) {
        return capabilities().contains(capability);
    }

    /** Whether its writes can answer with what they wrote ({@code RETURNING} and the like). */
    boolean writesAnswer();

    /** Whether its driver sends several statements at once, and each of them still sees what the others wrote. */
    default boolean takesScripts() {
        return false;
    }

    /** Whether a takeover of a role of one's own, rolled back, holds up nobody and leaves no trace. */
    default boolean allowsWarmUp() {
        return false;
    }

    /** Whether a row with that key was already there: somebody was faster. */
    boolean isDuplicateKey(SQLException error);

    /** Whether a lock was not granted in time. */
    boolean isLockTimeout(SQLException error);

    /** Whether a table or the like was already there: somebody was faster. */
    boolean isAlreadyThere(SQLException error);

    /** Whether the database took the transaction back because of somebody else's. */
    default boolean isRolledBack(SQLException error) {
        return SqlErrors.isRolledBack(error);
    }

    /** Whether the account may not do what it tried. */
    boolean isDenied(SQLException error);

    /** Whether the data of a row is at fault, neither the database nor the connection: other rows can be written. */
    default boolean isDataError(SQLException error) {
        return SqlErrors.isDataError(error);
    }

    /** Whether the same may work a moment later. An {@linkplain #isOutage outage} is one of these. */
    default boolean isTransient(SQLException error) {
        return isOutage(error) || SqlErrors.isTransient(error);
    }

    /** Whether the database cannot be reached at all. */
    default boolean isOutage(SQLException error) {
        return Connections.isUnreachable(error);
    }

    /** Whether the server does not let us in: another password, no such account, no such database, no TLS that both sides accept. */
    default boolean isLockedOut(SQLException error) {
        return SqlErrors.isLockedOut(error);
    }

    /**
     * Keeps other programs from changing the schema until {@link #unlockSchema}, where the database can. Called in the
     * transaction that makes the change.
     */
    void lockSchema(Connection connection, SqlCatalog sql) throws SQLException;

    /** After that transaction. */
    void unlockSchema(Connection connection, SqlCatalog sql) throws SQLException;

    /** Why this server cannot take part at all (a standby, too old), or empty. */
    Optional<String> unfit(Connection connection, SqlCatalog sql) throws SQLException;

    /**
     * On which of several servers this session is that share their rows, but show each other's only a moment later; empty where
     * there is one for all.
     */
    default Optional<String> server(Connection connection, SqlCatalog sql) throws SQLException {
        return Optional.empty();
    }
}
