package dev.baton.sql.dialect;

import dev.baton.Strategy;
import dev.baton.sql.jdbc.PostgresDriver;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.support.Texts;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Advisory locks of a session, with {@code idle_session_timeout} as the server's own watchdog (version 14 and later). */
final class PostgresSessionLocks implements SessionLocks {

    /** What {@code application_name} holds. */
    private static final int LONGEST_NAME = 63;

    /**
     * The server ends a silent session after four fifths of the session lease, like the holder itself its late heartbeat:
     * the last fifth is for the successor, so that a paused leader is replaced within the whole of it.
     */
    @Override
    public void prepare(Connection connection, SqlCatalog sql, Strategy.Session strategy, String name)
            throws SQLException {
        sql.get("session-prepare")
                .set("call_ms", millis(strategy.callTimeout()))
                .set("wait_ms", millis(strategy.lockTimeout().plus(strategy.callTimeout())))
                .set("idle_ms", millis(strategy.callTimeout()))
                .set("name", Texts.cut(name, LONGEST_NAME))
                .run(connection);
    }

    @Override
    public void keepPlans(Connection connection, SqlCatalog sql) throws SQLException {
        PostgresDriver.keepStatements(connection);
        sql.get("session-keep-plans").plain().run(connection);
    }

    @Override
    public String identity(Connection connection, SqlCatalog sql) throws SQLException {
        return sql.get("session-identity")
                .plain()
                .first(connection, row -> row.getString(1))
                .orElseThrow(() -> new SQLException("the server does not show this session in pg_stat_activity"));
    }

    @Override
    public boolean lock(Connection connection, SqlCatalog sql, long key, Duration patience, Duration callTimeout)
            throws SQLException {
        try {
            sql.get("session-lock")
                    .set("scope_key", key)
                    .set("patience_ms", millis(patience))
                    .set("call_ms", millis(callTimeout))
                    .run(connection);
            return true;
        } catch (SQLException e) {
            if (SqlErrors.hasState(e, Set.of("55P03"))) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public void unlock(Connection connection, SqlCatalog sql, long key) throws SQLException {
        sql.get("session-unlock").set("scope_key", key).run(connection);
    }

    @Override
    public Optional<Holder> holder(Connection connection, SqlCatalog sql, long key, Duration idleFor)
            throws SQLException {
        return sql.get("session-holder")
                .set("scope_key", key)
                .set("idle_ms", idleFor.toMillis())
                .first(connection, row -> new Holder(row.getString("session_id"), row.getBoolean("idle")));
    }

    @Override
    public void kill(Connection connection, SqlCatalog sql, String session) throws SQLException {
        sql.get("session-kill").set("session", session).run(connection);
    }

    private static String millis(Duration duration) {
        return Long.toString(Math.max(1, duration.toMillis()));
    }
}
