package dev.baton.testkit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A real PostgreSQL from Maven Central, durable, one server for the whole test run and a fresh database each time. */
public final class PostgresDatabase implements TestDatabase {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final String name;

    private PostgresDatabase(String name) {
        this.name = name;
    }

    private static final class Server {
        private static final EmbeddedPostgres INSTANCE = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("synchronous_commit", "on")
                        .setServerConfig("max_connections", "200")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException("the embedded PostgreSQL did not start", e);
            }
        }
    }

    /** A fresh database on the shared server. */
    public static PostgresDatabase fresh() {
        String name = "baton_" + NUMBER.incrementAndGet();
        try (Connection connection = Server.INSTANCE.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("no database for the test", e);
        }
        return new PostgresDatabase(name);
    }

    @Override
    public DataSource dataSource() {
        return Server.INSTANCE.getDatabase("postgres", name);
    }

    /** A JDBC URL for other processes. */
    public String url() {
        return Server.INSTANCE.getJdbcUrl("postgres", name);
    }

    @Override
    public String dialect() {
        return "postgresql";
    }

    @Override
    public void close() {
        // The server goes with the test run, and the database with it.
    }
}
