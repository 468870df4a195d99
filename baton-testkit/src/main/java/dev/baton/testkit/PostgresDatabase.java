package dev.baton.testkit;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A database on a real PostgreSQL: one server for the whole test run, unless the test brings its own. */
public final class PostgresDatabase implements TestDatabase {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final PostgresServer server;
    private final String name;

    private PostgresDatabase(PostgresServer server, String name) {
        this.server = server;
        this.name = name;
    }

    private static final class Shared {
        private static final PostgresServer SERVER = PostgresServer.start(Map.of());
    }

    /** A fresh database on the shared server. */
    public static PostgresDatabase fresh() {
        return on(Shared.SERVER);
    }

    /** A fresh database on this server. */
    public static PostgresDatabase on(PostgresServer server) {
        String name = "baton_" + NUMBER.incrementAndGet();
        try {
            server.run("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("no database for the test", e);
        }
        return new PostgresDatabase(server, name);
    }

    public String name() {
        return name;
    }

    public PostgresServer server() {
        return server;
    }

    @Override
    public String url() {
        return server.url(name);
    }

    @Override
    public Optional<InetSocketAddress> address() {
        return Optional.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
    }

    @Override
    public String url(InetSocketAddress proxy) {
        return "jdbc:postgresql://127.0.0.1:" + proxy.getPort() + "/" + name + "?user=postgres";
    }

    @Override
    public String dialect() {
        return "postgresql";
    }

    @Override
    public boolean hasSessionLocks() {
        return true;
    }

    @Override
    public TestDatabase another() {
        return on(server);
    }

    @Override
    public void endSessions() throws SQLException {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
        }
    }

    @Override
    public boolean canRestart() {
        return true;
    }

    @Override
    public void restart() {
        server.crash();
        server.startAgain();
    }

    @Override
    public void close() {
        // The server goes with the test run, and the database with it.
    }
}
