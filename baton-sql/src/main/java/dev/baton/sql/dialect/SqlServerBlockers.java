package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** The server shows who waits for whom, to accounts that may view its state. */
final class SqlServerBlockers implements Blockers {

    @Override
    public long number(Connection connection, SqlCatalog sql, RoleKeys keys) throws SQLException {
        return sql.get("session-number")
                .plain()
                .first(connection, row -> row.getLong(1))
                .orElseThrow();
    }

    @Override
    public List<Long> expel(Connection watcher, SqlCatalog sql, long waiting, Duration idleFor) throws SQLException {
        return sql.get("blockers-expel")
                .set("waiting", Math.toIntExact(waiting))
                .set("idle_ms", SqlServerDialect.millis(idleFor))
                .all(watcher, row -> row.getLong(1));
    }
}
