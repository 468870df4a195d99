package dev.baton.contract;

import dev.baton.testkit.TestDatabase;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;

/** Fresh databases on a server that was given by its URL, with rights to create them; dropped in the end. */
abstract class GivenDatabase implements TestDatabase {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final String server;
    private final String name;

    GivenDatabase(String server) {
        this.server = server;
        this.name = "baton_" + ProcessHandle.current().pid() + "_" + NUMBER.incrementAndGet();
        try {
            administer("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("no database for the test", e);
        }
    }

    /** The URL in this variable, else the test is skipped. */
    static String given(String variable) {
        String url = System.getenv(variable);
        Assumptions.assumeTrue(url != null && !url.isBlank(), variable + " is not set: no such server to test on");
        return url;
    }

    String server() {
        return server;
    }

    String name() {
        return name;
    }

    /** Runs one statement outside of this database. */
    void administer(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public Optional<InetSocketAddress> address() {
        return Optional.empty();
    }

    @Override
    public void close() {
        try {
            endSessions();
            administer("DROP DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("the test's database stays behind: " + name, e);
        }
    }
}
