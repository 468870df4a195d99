package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** H2 2.x, for users' unit tests: no session locks; its fence is a row that writers lock one after the other. */
final class H2Dialect implements Dialect {

    private static final int LOCK_TIMEOUT = 50200;
    private static final int CONCURRENT_UPDATE = 90131;

    /**
     * H2 looks whether something is there and adds it in two steps: who comes second is told of an internal error, even
     * with IF NOT EXISTS.
     */
    private static final int COLLISION = 50000;

    /** Table, index, column, constraint. */
    private static final Set<Integer> ALREADY_THERE = Set.of(42101, 42111, 42121, 90045, COLLISION);

    /** The connection is closed or broken, the database closed or being closed. */
    private static final Set<Integer> OUTAGE = Set.of(90007, 90067, 90098, 90121);
    /** A lock that was not granted, a concurrent update, a deadlock; a database that is read-only. */
    private static final Set<Integer> TRANSIENT = Set.of(LOCK_TIMEOUT, CONCURRENT_UPDATE, 40001, 90097);
    /** On a table or schema; of an administrator. */
    private static final Set<Integer> DENIED = Set.of(90096, 90040);

    /**
     * H2 has no lock that outlives a schema change. Its databases mostly live in one process; where they do not, whoever
     * is second finds things already there.
     */
    private static final ReentrantLock SCHEMA = new ReentrantLock();

    @Override
    public String folder() {
        return "h2";
    }

    @Override
    public Optional<SessionLocks> sessionLocks() {
        return Optional.empty();
    }

    @Override
    public FenceReading enterFence(Connection connection, SqlCatalog sql, RoleKeys keys, Duration bound)
            throws SQLException {
        String forbidden = RowFence.forbiddenIsolation(connection);
        if (!forbidden.isEmpty()) {
            return new FenceReading.WrongIsolation(forbidden);
        }
        return waitingAtMost(
                connection, sql, bound, () -> RowFence.enter(this, connection, sql, keys, row -> "", Duration.ZERO));
    }

    @Override
    public void closeFence(Connection connection, SqlCatalog sql, RoleKeys keys, Duration atMost) throws SQLException {
        waitingAtMost(connection, sql, atMost, () -> {
            RowFence.close(this, connection, sql, keys, "fence-exclusive");
            return null;
        });
    }

    /** What waits for locks. */
    @FunctionalInterface
    private interface Waiting<T> {
        T run() throws SQLException;
    }

    /** H2 keeps the bound for the whole session, which is somebody else's: it gets its own back. */
    private static <T> T waitingAtMost(Connection connection, SqlCatalog sql, Duration atMost, Waiting<T> waiting)
            throws SQLException {
        int before = sql.get("lock-timeout-read")
                .plain()
                .first(connection, row -> row.getInt(1))
                .orElseThrow();
        waitAtMost(connection, sql, Math.toIntExact(atMost.toMillis()));
        try {
            return waiting.run();
        } finally {
            waitAtMost(connection, sql, before);
        }
    }

    private static void waitAtMost(Connection connection, SqlCatalog sql, int millis) throws SQLException {
        sql.get("lock-timeout").set("bound_ms", millis).run(connection);
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.ROW_LISTS, Capability.FENCE_ROWS);
    }

    @Override
    public boolean writesAnswer() {
        return true;
    }

    @Override
    public boolean isDuplicateKey(SQLException error) {
        return SqlErrors.hasState(error, Set.of("23505"));
    }

    @Override
    public boolean isLockTimeout(SQLException error) {
        return SqlErrors.hasCode(error, Set.of(LOCK_TIMEOUT, CONCURRENT_UPDATE));
    }

    @Override
    public boolean isAlreadyThere(SQLException error) {
        return SqlErrors.hasCode(error, ALREADY_THERE);
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
    public boolean isOutage(SQLException error) {
        return Dialect.super.isOutage(error) || SqlErrors.hasCode(error, OUTAGE);
    }

    @Override
    public void lockSchema(Connection connection, SqlCatalog sql) {
        SCHEMA.lock();
    }

    @Override
    public void unlockSchema(Connection connection, SqlCatalog sql) {
        if (SCHEMA.isHeldByCurrentThread()) {
            SCHEMA.unlock();
        }
    }

    @Override
    public Optional<String> unfit(Connection connection, SqlCatalog sql) throws SQLException {
        return connection.getMetaData().getDatabaseMajorVersion() >= 2
                ? Optional.empty()
                : Optional.of("H2 "
                        + connection.getMetaData().getDatabaseProductVersion()
                        + " is too old: Baton needs version 2 or later");
    }
}
