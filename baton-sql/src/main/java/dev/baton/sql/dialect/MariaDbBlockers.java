package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * InnoDB shows who waits for whom, to accounts with {@code PROCESS}. What it shows may be a tenth of a second old, and
 * looking and ending are two statements; so only who is found by two looks in a row is ended, in the same transaction.
 */
final class MariaDbBlockers implements Blockers {

    /** A session, and the moment at which its transaction began. */
    private record Found(long session, String since) {}

    /** A session and its server: behind a balancer the next connection may be to another. */
    private record Place(long session, String server) {}

    private String server = "";
    private Set<Found> before = Set.of();

    @Override
    public long number(Connection connection, SqlCatalog sql, RoleKeys keys) throws SQLException {
        return writer(connection, sql);
    }

    @Override
    public List<Long> expel(Connection watcher, SqlCatalog sql, long waiting, Duration age) throws SQLException {
        List<Found> found = look(watcher, sql, waiting, age);
        List<Long> ended = new ArrayList<>();
        for (Found blocker : found) {
            if (before.contains(blocker)) {
                MariaDbSessionLocks.kill(watcher, sql, blocker.session());
                ended.add(blocker.session());
            }
        }
        before = Set.copyOf(found);
        return ended;
    }

    private List<Found> look(Connection watcher, SqlCatalog sql, long waiting, Duration age) throws SQLException {
        return sql.get("blockers")
                .set("waiting", waiting)
                .set("server", server)
                .set("age_ms", age.toMillis())
                .all(watcher, row -> new Found(row.getLong(1), row.getString(2)));
    }

    @Override
    public long writer(Connection connection, SqlCatalog sql) throws SQLException {
        Place place = place(connection, sql);
        server = place.server();
        return place.session();
    }

    private static Place place(Connection connection, SqlCatalog sql) throws SQLException {
        return sql.get("session-number")
                .plain()
                .first(connection, row -> new Place(row.getLong(1), row.getString(2)))
                .orElseThrow();
    }

    /** The first statement finds nobody, since no session waits for the writer; it fails if the account may not look. */
    @Override
    public boolean end(Connection watcher, SqlCatalog sql, long writer) throws SQLException {
        look(watcher, sql, writer, Duration.ZERO);
        if (place(watcher, sql).server().equals(server)) {
            MariaDbSessionLocks.kill(watcher, sql, writer);
        }
        return true;
    }
}
