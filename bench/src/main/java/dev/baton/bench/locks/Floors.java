package dev.baton.bench.locks;

import dev.baton.bench.postgres.DurablePostgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/** What the database itself takes: two conditional updates, committed one by one. */
final class Floors {

    private static final String TAKE =
            "UPDATE bench_lock SET holder = ?, epoch = epoch + 1, until = clock_timestamp() + interval '1 hour'"
                    + " WHERE name = ? AND until <= clock_timestamp()";
    private static final String GIVE = "UPDATE bench_lock SET until = clock_timestamp() WHERE holder = ? AND name = ?";

    private Floors() {}

    static Locks updates(DurablePostgres postgres, DataSource pool) throws SQLException {
        postgres.execute(
                "CREATE TABLE bench_lock (name text PRIMARY KEY, holder text, epoch bigint, until timestamptz)"
                        + " WITH (fillfactor = 50)",
                "INSERT INTO bench_lock SELECT 'bench-' || n, '', 0, clock_timestamp() FROM generate_series(0, 99) n");
        return name -> update(pool, TAKE, name) ? Optional.of(() -> giveBack(pool, name)) : Optional.empty();
    }

    private static void giveBack(DataSource pool, String name) throws SQLException {
        if (!update(pool, GIVE, name)) {
            throw new IllegalStateException("the floor's lock was not given back");
        }
    }

    private static boolean update(DataSource pool, String sql, String name) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, "me");
            statement.setString(2, name);
            return statement.executeUpdate() == 1;
        }
    }
}
