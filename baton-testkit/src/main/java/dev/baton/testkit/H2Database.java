package dev.baton.testkit;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/** An H2 in memory, as users have it in their unit tests. Their class path brings the driver. */
public final class H2Database implements TestDatabase {

    private final String name = "baton_" + UUID.randomUUID();

    private H2Database() {}

    public static H2Database fresh() {
        return new H2Database();
    }

    @Override
    public String url() {
        return "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1";
    }

    @Override
    public String dialect() {
        return "h2";
    }

    @Override
    public boolean hasSessionLocks() {
        return false;
    }

    @Override
    public TestDatabase another() {
        return fresh();
    }

    @Override
    public void close() {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SHUTDOWN IMMEDIATELY");
        } catch (SQLException e) {
            throw new IllegalStateException("the test's H2 did not shut down", e);
        }
    }
}
