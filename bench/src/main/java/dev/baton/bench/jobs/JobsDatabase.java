package dev.baton.bench.jobs;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.sql.Baton;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A durable database on which all contestants do the same, with a pool as users have it. */
interface JobsDatabase extends AutoCloseable {

    HikariDataSource pool();

    Baton baton(String node);

    /** A type of columns as this database calls it. */
    String type(Column column);

    /** What contestants keep in their tables. */
    enum Column {
        NAME,
        BYTES,
        INSTANT
    }

    default void execute(String... statements) throws SQLException {
        try (Connection connection = pool().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    default long number(String query) throws SQLException {
        try (Connection connection = pool().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }
}
