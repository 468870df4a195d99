package dev.baton.jobs;

import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.sql.Baton;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.TestPatience;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/** One database and the instances that a test starts on it. */
final class Cluster implements AutoCloseable {

    /** Quick in all but the lock: on a machine that is busy with other things no claim is lost that no test takes away. */
    static final JobSettings QUICK = JobSettings.DEFAULT
            .withPollInterval(Duration.ofMillis(200))
            .withLock(Duration.ofMinutes(1), Duration.ofMillis(400), Duration.ofSeconds(1))
            .withStopTimeout(Duration.ofSeconds(2))
            .withThreads(4);

    private static final Pattern INSTANT = Pattern.compile("TIMESTAMP WITH TIME ZONE '([^']*)Z'");

    private final TestDatabase database;
    private final DataSource sessions;
    private final HikariDataSource pool;
    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private int nodes;

    Cluster(TestDatabase database) {
        this.database = database;
        this.sessions = database.inTwoZones();
        HikariConfig config = new HikariConfig();
        config.setDataSource(sessions);
        config.setMaximumPoolSize(30);
        config.setMinimumIdle(0);
        this.pool = new HikariDataSource(config);
    }

    /** Connections that somebody has taken and not given back. */
    int borrowed() {
        return pool.getHikariPoolMXBean().getActiveConnections();
    }

    /** So that new ones begin with what was set for the database. */
    void forgetConnections() {
        pool.getHikariPoolMXBean().softEvictConnections();
    }

    /** Each connection a new session, in another zone than the one before. */
    DataSource sessions() {
        return sessions;
    }

    DataSource source() {
        return pool;
    }

    Baton baton() {
        return baton(pool);
    }

    Baton baton(DataSource application) {
        Baton baton = Baton.on(application)
                .leadership(sessions)
                .node("n" + ++nodes)
                .component(JobsSchema.COMPONENT)
                .start();
        started.push(baton);
        return baton;
    }

    JobsBuilder builder() {
        return Jobs.on(baton()).settings(QUICK);
    }

    Jobs start(JobsBuilder builder) {
        Jobs jobs = builder.start();
        started.push(jobs);
        return jobs;
    }

    void stop(Jobs jobs) {
        started.remove(jobs);
        jobs.close();
    }

    int update(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate(words(sql));
        }
    }

    /** The first column of the first row, as text; empty if there is none. */
    String value(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(words(sql))) {
            return rows.next() ? String.valueOf(rows.getString(1)) : "";
        }
    }

    /** Some keep instants in UTC, in a type that does not say so; SQL Server has no typed literals, and words of its own. */
    private String words(String sql) {
        Matcher instants = INSTANT.matcher(sql);
        return switch (database.dialect()) {
            case "sqlserver" ->
                instants.replaceAll("'$1'")
                        .replace("DATE '", "'")
                        .replace("(1 = 1)", "1")
                        .replace("CURRENT_TIMESTAMP", "SYSUTCDATETIME()")
                        .replaceFirst("ALTER TABLE (\\w+) RENAME TO (\\w+)", "EXEC sp_rename '$1', '$2'");
            case "mariadb", "mysql", "galera" ->
                instants.replaceAll("TIMESTAMP '$1'").replace("CURRENT_TIMESTAMP", "UTC_TIMESTAMP");
            default -> sql;
        };
    }

    long number(String sql) throws SQLException {
        return Long.parseLong(value(sql));
    }

    String dialect() {
        return database.dialect();
    }

    /** The last moment that the database can keep, as it writes it. */
    String endOfTime() {
        return switch (database.dialect()) {
            case "postgresql" -> "timestamptz '294276-12-31 23:59:59Z'";
            case "h2" -> "TIMESTAMP WITH TIME ZONE '1000000000-12-31 23:59:59Z'";
            default -> "'9999-12-31 23:59:59'";
        };
    }

    /** How the database would run that. */
    String plan(String sql) throws SQLException {
        return switch (database.dialect()) {
            case "postgresql" -> value("EXPLAIN (FORMAT JSON) " + sql);
            case "h2" -> value("EXPLAIN " + sql);
            default -> value("EXPLAIN FORMAT=JSON " + sql);
        };
    }

    /** After many rows came at once, and before a plan is asked for. */
    void refreshStatistics(String table) throws SQLException {
        switch (database.dialect()) {
            case "postgresql" -> update("ANALYZE " + table);
            case "h2" -> update("ANALYZE");
            default -> value("ANALYZE TABLE " + table);
        }
    }

    static void until(Callable<Boolean> condition) {
        await().atMost(TestPatience.LONGEST_WAIT)
                .pollInterval(Duration.ofMillis(10))
                .until(condition);
    }

    /** For handlers: until the test lets them go on. */
    static void hold(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("nobody let this job go on");
        }
    }

    @Override
    public void close() throws Exception {
        while (!started.isEmpty()) {
            started.pop().close();
        }
        pool.close();
        database.close();
    }
}
