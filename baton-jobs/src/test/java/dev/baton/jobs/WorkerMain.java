package dev.baton.jobs;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.sql.Baton;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A worker in a process of its own, to be killed. Arguments: JDBC URL, node id, and {@code duties} if it has some. */
final class WorkerMain {

    static final JobSettings SETTINGS = JobSettings.DEFAULT
            .withPollInterval(Duration.ofMillis(500))
            .withLock(Duration.ofSeconds(3), Duration.ofMillis(300), Duration.ofMillis(600))
            .withStopTimeout(Duration.ofSeconds(1))
            .withThreads(4);

    private final HikariDataSource pool;

    private WorkerMain(HikariDataSource pool) {
        this.pool = pool;
    }

    public static void main(String[] args) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(args[0]);
        config.setMaximumPoolSize(12);
        config.setMinimumIdle(0);
        WorkerMain worker = new WorkerMain(new HikariDataSource(config));
        Baton baton = Baton.on(worker.pool)
                .node(args[1])
                .component(JobsSchema.COMPONENT)
                .start();
        JobsBuilder builder = Jobs.on(baton)
                .settings(SETTINGS)
                .handler("short", context -> context.awaitCancelled(Duration.ofMillis(10)))
                .handler("stubborn", worker::stubborn)
                .handler("secondly", context -> {});
        if (args.length > 2) {
            builder.define(JobDefinition.of(
                    "secondly", Schedule.cron("* * * * * *", "UTC").catchingUp(1000)));
        } else {
            builder.withoutDuties();
        }
        builder.start();
        new CountDownLatch(1).await(); // until killed
    }

    /** Says that it has started, waits for a row in {@code go}, come what may, writes its effect, and ends as if all was well. */
    private void stubborn(JobContext context) throws SQLException {
        execute("INSERT INTO started VALUES ('" + context.token().holderId() + "', "
                + context.token().claimNumber() + ")");
        while (!told()) {
            try {
                context.awaitCancelled(Duration.ofMillis(20));
                if (context.isCancelled()) {
                    Thread.onSpinWait();
                }
            } catch (InterruptedException e) {
                // it will not be told
            }
        }
        try {
            context.fenced(c -> {
                try (Statement statement = c.createStatement()) {
                    return statement.executeUpdate("INSERT INTO effects VALUES (1)");
                }
            });
        } catch (ClaimLostException e) {
            // nothing was written; go on as if nothing had happened
        }
    }

    /** An interrupt can hit the pool while it hands out a connection: then it has not been told yet. */
    private boolean told() {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT 1 FROM go")) {
            return rows.next();
        } catch (SQLException e) {
            e.printStackTrace(); // in the log of this process
            return false;
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
