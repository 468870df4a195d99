package dev.baton.testkit;

import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/** An H2 in memory, as users have it in their unit tests, or of a server for several processes. The class path brings it. */
public final class H2Database implements TestDatabase {

    private final String name = "baton_" + UUID.randomUUID();

    private final String server;

    private H2Database(String server) {
        this.server = server;
    }

    public static H2Database fresh() {
        return new H2Database("");
    }

    /** In the memory of H2's own server, which must let its clients create databases. */
    public static H2Database on(InetSocketAddress server) {
        return new H2Database("tcp://" + server.getHostString() + ":" + server.getPort() + "/");
    }

    @Override
    public String url() {
        return "jdbc:h2:" + server + "mem:" + name + ";DB_CLOSE_DELAY=-1";
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
        return new H2Database(server);
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
