package dev.baton.sql.dialect;

import dev.baton.Strategy;
import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * Application locks of a session. The session says who it is, and which lock it holds, in its {@code CONTEXT_INFO}, which
 * others see in {@code sys.dm_exec_sessions}: a random name that no later session with the same number can have, then the
 * lock, written by the very batch that was granted it. {@code sys.dm_tran_locks} would show the lock as well, but not on
 * Babelfish, and with its name cut off.
 */
final class SqlServerSessionLocks implements SessionLocks {

    @Override
    public void prepare(Connection connection, SqlCatalog sql, Strategy.Session strategy, String name)
            throws SQLException {
        sql.get("session-prepare").plain().run(connection);
    }

    @Override
    public String identity(Connection connection, SqlCatalog sql) throws SQLException {
        return sql.get("session-identity")
                .plain()
                .first(connection, row -> row.getString("session_id"))
                .orElseThrow(() -> new SQLException("this session has lost its name: it was reset by a pool"));
    }

    @Override
    public boolean lock(Connection connection, SqlCatalog sql, long key, Duration patience, Duration callTimeout)
            throws SQLException {
        int code = sql.get("session-lock")
                .set("lock", RoleKeys.name(key))
                .set("patience_ms", SqlServerDialect.millis(patience))
                .first(connection, row -> row.getInt("granted"))
                .orElseThrow();
        if (code == -1) {
            return false;
        }
        SqlServerDialect.granted(code, "the session");
        return true;
    }

    @Override
    public void unlock(Connection connection, SqlCatalog sql, long key) throws SQLException {
        sql.get("session-unlock").set("lock", RoleKeys.name(key)).run(connection);
    }

    @Override
    public Optional<Holder> holder(Connection connection, SqlCatalog sql, long key, Duration idleFor)
            throws SQLException {
        return sql.get("session-holder")
                .set("lock", RoleKeys.name(key))
                .set("idle_ms", SqlServerDialect.millis(idleFor))
                .first(connection, row -> new Holder(row.getString("session_id"), row.getBoolean("idle")));
    }

    /** The server refuses KILL in a transaction. */
    @Override
    public boolean killsInTransaction() {
        return false;
    }

    @Override
    public void kill(Connection connection, SqlCatalog sql, String session) throws SQLException {
        try {
            sql.get("session-kill").set("session", session).run(connection);
        } catch (SQLException e) {
            if (!SqlServerDialect.isNoSuchSession(e)) {
                throw e;
            }
        }
    }
}
