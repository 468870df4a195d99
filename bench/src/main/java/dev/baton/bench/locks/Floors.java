package dev.baton.bench.locks;

import dev.baton.bench.postgres.DurablePostgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** What the database itself takes for a pair. */
final class Floors {

    private static final String TAKE =
            "UPDATE bench_lock SET holder = ?, epoch = epoch + 1, until = clock_timestamp() + interval '1 minute'"
                    + " WHERE name = 'bench' AND until <= clock_timestamp()";
    private static final String GIVE =
            "UPDATE bench_lock SET until = clock_timestamp() WHERE name = 'bench' AND holder = ?";

    private Floors() {}

    /** A session lock on a connection of its own: nothing is written. */
    static Pair advisory(DurablePostgres postgres) throws SQLException {
        Connection connection = postgres.direct().getConnection();
        return new Pair() {
            @Override
            public void lockAndUnlock() throws SQLException {
                call(connection, "SELECT pg_advisory_lock(4714)");
                call(connection, "SELECT pg_advisory_unlock(4714)");
            }

            @Override
            public void close() throws SQLException {
                connection.close();
            }
        };
    }

    private static void call(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
        }
    }

    /** Two conditional updates, committed one by one. */
    static Pair updates(DurablePostgres postgres, DataSource pool) throws SQLException {
        postgres.execute(
                "CREATE TABLE bench_lock (name text PRIMARY KEY, holder text, epoch bigint, until timestamptz)",
                "INSERT INTO bench_lock VALUES ('bench', '', 0, clock_timestamp())");
        return () -> {
            Pair.must(update(pool, TAKE) == 1, "the floor's lock");
            Pair.must(update(pool, GIVE) == 1, "the floor's unlock");
        };
    }

    private static int update(DataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, "me");
            return statement.executeUpdate();
        }
    }
}
