package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** InnoDB shows who waits for whom, to accounts with {@code PROCESS}. */
final class MariaDbBlockers implements Blockers {

    @Override
    public long number(Connection connection, SqlCatalog sql, RoleKeys keys) throws SQLException {
        return sql.get("session-number")
                .plain()
                .first(connection, row -> row.getLong(1))
                .orElseThrow();
    }

    @Override
    public List<Long> expel(Connection watcher, SqlCatalog sql, long waiting, Duration idleFor) throws SQLException {
        List<Long> idle = sql.get("blockers")
                .set("waiting", waiting)
                .set("idle_ms", idleFor.toMillis())
                .all(watcher, row -> row.getLong(1));
        for (long number : idle) {
            MariaDbSessionLocks.kill(watcher, sql, number);
        }
        return idle;
    }
}
