package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The server shows who waits for whom, to accounts that may view its state, and ends sessions for those that may. */
final class SqlServerBlockers implements Blockers {

    @Override
    public long number(Connection connection, SqlCatalog sql, RoleKeys keys) throws SQLException {
        return writer(connection, sql);
    }

    /**
     * Each once, and no second look: a session ends when its rollback has, so who is found again may only be on its way out; and what
     * this one waits for may meanwhile be another takeover's, which is not to be ended for its waiting.
     */
    @Override
    public List<Long> expel(Connection watcher, SqlCatalog sql, long waiting, Duration age) throws SQLException {
        List<Long> ended = new ArrayList<>();
        for (long blocker : look(watcher, sql, waiting, age)) {
            expelOne(watcher, sql, waiting, age, blocker).ifPresent(ended::add);
        }
        return ended;
    }

    private static List<Long> look(Connection watcher, SqlCatalog sql, long waiting, Duration age) throws SQLException {
        return sql.get("blockers")
                .set("waiting", Math.toIntExact(waiting))
                .set("age_ms", SqlServerDialect.millis(age))
                .all(watcher, row -> row.getLong(1));
    }

    private static Optional<Long> expelOne(Connection watcher, SqlCatalog sql, long waiting, Duration age, long blocker)
            throws SQLException {
        try {
            return sql.get("blockers-expel")
                    .set("waiting", Math.toIntExact(waiting))
                    .set("age_ms", SqlServerDialect.millis(age))
                    .set("blocker", Math.toIntExact(blocker))
                    .first(watcher, row -> row.getLong(1));
        } catch (SQLException e) {
            if (SqlServerDialect.isNoSuchSession(e)) {
                return Optional.empty(); // it ended just before the KILL; the others have not
            }
            throw e;
        }
    }

    @Override
    public long writer(Connection connection, SqlCatalog sql) throws SQLException {
        return sql.get("session-number")
                .plain()
                .first(connection, row -> row.getLong(1))
                .orElseThrow();
    }

    /** The first statement finds nobody, since no session waits for the writer; it fails if the account may not look. */
    @Override
    public boolean end(Connection watcher, SqlCatalog sql, long writer) throws SQLException {
        look(watcher, sql, writer, Duration.ZERO);
        sql.get("blockers-end").set("writer", Math.toIntExact(writer)).run(watcher);
        return true;
    }
}
