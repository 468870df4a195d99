package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * The time-outs that the fence sets end a writer that is idle, or whose statement takes too long. They do not see one that
 * stopped in the middle of sending a statement or a COPY, nor one that goes on and on with short statements: those are
 * ended here, by the age of their transaction.
 */
final class PostgresBlockers implements Blockers {

    /** Only takeovers wait for the exclusive lock, so its key will do, and asking for the backend would cost a round trip. */
    @Override
    public long number(Connection connection, SqlCatalog sql, RoleKeys keys) {
        return keys.fenceKey();
    }

    @Override
    public List<Long> expel(Connection watcher, SqlCatalog sql, long waiting, Duration age) throws SQLException {
        return sql.get("blockers-expel")
                .set("waiting", waiting)
                .set("age_ms", age.toMillis())
                .all(watcher, row -> row.getLong(1));
    }

    @Override
    public long writer(Connection connection, SqlCatalog sql) throws SQLException {
        return sql.get("session-number")
                .plain()
                .first(connection, row -> row.getLong(1))
                .orElseThrow();
    }

    @Override
    public boolean end(Connection watcher, SqlCatalog sql, long writer) throws SQLException {
        return sql.get("blockers-end")
                .set("writer", writer)
                .first(watcher, row -> true)
                .orElse(false);
    }
}
