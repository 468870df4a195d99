package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The server shows who waits for whom, to accounts that may view its state, and ends sessions for those that may. */
final class SqlServerBlockers implements Blockers {

    @Override
    public long number(Connection connection, SqlCatalog sql, RoleKeys keys) throws SQLException {
        return writer(connection, sql);
    }

    /** One after the other; one that is found again is on its way out. */
    @Override
    public List<Long> expel(Connection watcher, SqlCatalog sql, long waiting, Duration age) throws SQLException {
        Set<Long> ended = new LinkedHashSet<>();
        Optional<Long> oldest = expelOldest(watcher, sql, waiting, age);
        while (oldest.isPresent() && ended.add(oldest.get())) {
            oldest = expelOldest(watcher, sql, waiting, age);
        }
        return new ArrayList<>(ended);
    }

    private static Optional<Long> expelOldest(Connection watcher, SqlCatalog sql, long waiting, Duration age)
            throws SQLException {
        try {
            return sql.get("blockers-expel")
                    .set("waiting", Math.toIntExact(waiting))
                    .set("age_ms", SqlServerDialect.millis(age))
                    .first(watcher, row -> row.getLong(1));
        } catch (SQLException e) {
            if (SqlServerDialect.isNoSuchSession(e)) {
                return Optional.empty(); // it ended between the look and the KILL
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

    /** The first statement ends nobody, since no session waits for the writer; it fails if the account may not look. */
    @Override
    public boolean end(Connection watcher, SqlCatalog sql, long writer) throws SQLException {
        expelOldest(watcher, sql, writer, Duration.ZERO);
        sql.get("blockers-end").set("writer", Math.toIntExact(writer)).run(watcher);
        return true;
    }
}
