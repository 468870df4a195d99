package dev.baton.bench.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Who waits for an advisory lock, as the server sees it. */
public final class LockQueue implements AutoCloseable {

    private static final String WAITING = """
            SELECT a.application_name
              FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
             WHERE l.locktype = 'advisory' AND NOT l.granted
               AND l.classid::bigint = (? >> 32) & 4294967295 AND l.objid::bigint = ? & 4294967295
             ORDER BY l.waitstart
            """;

    private final Connection connection;
    private final long key;

    public LockQueue(DurablePostgres postgres, long key) throws SQLException {
        this.connection = postgres.direct().getConnection();
        this.key = key;
    }

    /** The application names of those who wait, first come first. */
    public List<String> waiting() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(WAITING)) {
            statement.setLong(1, key);
            statement.setLong(2, key);
            List<String> names = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    names.add(rows.getString(1));
                }
            }
            return names;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
