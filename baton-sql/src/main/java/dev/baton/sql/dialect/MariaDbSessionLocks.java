package dev.baton.sql.dialect;

import dev.baton.Strategy;
import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Named locks, with {@code wait_timeout} as the server's own watchdog. The names are one space for the whole server, so
 * they carry the database. A session is called by its number and the start of its server: the numbers begin again when
 * the server does.
 */
final class MariaDbSessionLocks implements SessionLocks {

    private static final int NO_SUCH_THREAD = 1094;

    @Override
    public void prepare(Connection connection, SqlCatalog sql, Strategy.Session strategy, String name)
            throws SQLException {
        sql.get("session-prepare")
                .set("idle_s", seconds(strategy.sessionLease()))
                .set("call_s", seconds(strategy.callTimeout()))
                .run(connection);
    }

    @Override
    public String identity(Connection connection, SqlCatalog sql) throws SQLException {
        return sql.get("session-identity")
                .plain()
                .first(connection, row -> row.getString(1))
                .orElseThrow(() -> new SQLException("the server does not say since when it runs"));
    }

    @Override
    public boolean lock(Connection connection, SqlCatalog sql, long key, Duration patience, Duration callTimeout)
            throws SQLException {
        Optional<Integer> granted = sql.get("session-lock")
                .set("lock", RoleKeys.name(key))
                .set("patience_ms", patience.toMillis())
                .first(connection, row -> row.getObject(1) == null ? null : row.getInt(1));
        return granted.orElseThrow(() -> new SQLException("the wait for the session lock was ended by the server"))
                == 1;
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
                .set("idle_ms", idleFor.toMillis())
                .first(connection, row -> new Holder(row.getString("session_id"), row.getBoolean("idle")));
    }

    @Override
    public void kill(Connection connection, SqlCatalog sql, String session) throws SQLException {
        int at = session.indexOf('@');
        if (!identity(connection, sql).endsWith(session.substring(at))) {
            return; // the server has been started again since
        }
        kill(connection, sql, Long.parseLong(session.substring(0, at)));
    }

    static void kill(Connection connection, SqlCatalog sql, long number) throws SQLException {
        try {
            sql.get("session-kill").set("number", number).run(connection);
        } catch (SQLException e) {
            if (!SqlErrors.hasCode(e, Set.of(NO_SUCH_THREAD))) {
                throw e;
            }
        }
    }

    private static long seconds(Duration duration) {
        return Math.max(1, duration.plusMillis(999).toSeconds());
    }
}
