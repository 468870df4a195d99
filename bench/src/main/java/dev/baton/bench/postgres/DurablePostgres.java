package dev.baton.bench.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.testkit.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A real PostgreSQL that really writes: the library that starts it switches {@code synchronous_commit} and {@code fsync}
 * off, which would make every commit look free.
 */
public final class DurablePostgres implements AutoCloseable {

    private final PostgresServer server;

    private DurablePostgres(PostgresServer server) {
        this.server = server;
    }

    public static DurablePostgres start() throws SQLException {
        return proven(Map.of());
    }

    /** One that counts its statements. That costs each of them a little, so nothing is timed on it against a floor. */
    public static DurablePostgres startCounting() throws SQLException {
        DurablePostgres postgres = proven(Map.of("shared_preload_libraries", "pg_stat_statements"));
        postgres.execute("CREATE EXTENSION pg_stat_statements");
        return postgres;
    }

    private static DurablePostgres proven(Map<String, String> more) throws SQLException {
        Map<String, String> settings = new HashMap<>(more);
        settings.putAll(Map.of("fsync", "on", "shared_buffers", "1GB", "track_commit_timestamp", "off"));
        DurablePostgres postgres = new DurablePostgres(PostgresServer.start(settings));
        postgres.proveDurable();
        return postgres;
    }

    private void proveDurable() throws SQLException {
        for (String setting : new String[] {"fsync", "synchronous_commit", "full_page_writes"}) {
            if (!text("SHOW " + setting).equals("on")) {
                throw new IllegalStateException("this PostgreSQL has " + setting + " off: its figures mean nothing");
            }
        }
    }

    /** Unpooled: each connection is a new session. */
    public DataSource direct() {
        return at(server.port(), "postgres");
    }

    public int port() {
        return server.port();
    }

    public String url() {
        return url(server.port());
    }

    /** The same database through another port, for a proxy. */
    public static String url(int port) {
        return "jdbc:postgresql://localhost:" + port + "/postgres?user=postgres";
    }

    /** Unpooled, by another port or under another account. */
    public static DataSource at(int port, String user) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setURL(url(port));
        source.setUser(user);
        return source;
    }

    /** A pool as users have it. */
    public HikariDataSource pool(int size) {
        return pool(url(), size);
    }

    public static HikariDataSource pool(String url, int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(size);
        return new HikariDataSource(config);
    }

    /** A pool that opens connections when they are asked for, and keeps none that nobody has asked for. */
    public static HikariDataSource lazyPool(String url, int most) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(most);
        config.setMinimumIdle(0);
        config.setIdleTimeout(10_000);
        return new HikariDataSource(config);
    }

    public void execute(String... statements) throws SQLException {
        try (Connection connection = direct().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The first value of a query, as text. */
    public String text(String query) throws SQLException {
        try (Connection connection = direct().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getString(1) : "";
        }
    }

    public String version() throws SQLException {
        return text("SHOW server_version");
    }

    @Override
    public void close() {
        server.close();
    }
}
