package dev.baton.bench.jobs;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jobs.JobsSchema;
import dev.baton.sql.Baton;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A durable PostgreSQL, and what is measured on it. */
final class JobsServer implements AutoCloseable {

    private final EmbeddedPostgres server;
    private final HikariDataSource pool;

    JobsServer() throws IOException {
        server = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("shared_buffers", "1GB")
                .setServerConfig("max_wal_size", "4GB")
                .setServerConfig("max_connections", "200")
                .start();
        pool = pool(url());
    }

    static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(20);
        return new HikariDataSource(config);
    }

    String url() {
        return "jdbc:postgresql://localhost:" + server.getPort() + "/postgres?user=postgres";
    }

    HikariDataSource pool() {
        return pool;
    }

    Baton baton(String node) {
        return Baton.on(pool)
                .leadership(server.getPostgresDatabase())
                .node(node)
                .component(JobsSchema.COMPONENT)
                .start();
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    long number(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Override
    public void close() throws IOException {
        pool.close();
        server.close();
    }
}
