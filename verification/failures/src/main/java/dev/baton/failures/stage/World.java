package dev.baton.failures.stage;

import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.StatementNames;
import dev.baton.jobs.JobsSchema;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.Baton;
import dev.baton.submissions.SubmissionManager;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.UrlDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A real database in which one trial after the other takes place, and a way to it that never fails. */
public final class World implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(World.class);

    private static final List<String> TABLES = List.of(
            "baton_jobs",
            "baton_job_runs",
            "baton_job_queues",
            "baton_job_workers",
            "baton_job_figures",
            "baton_job_history",
            "submission_audit",
            "submission_attempts",
            "submission_intents",
            "submission_history",
            "submission_executors",
            "submission_pauses",
            "baton_shard_moves",
            "baton_shard_drains",
            "baton_shard_plan",
            "baton_shard_members",
            "baton_shard_groups");

    private final Engine engine;
    private final String url;
    private final DataSource source;
    private final Runnable end;
    private final Connection observer;
    private final StatementNames names;

    private World(Engine engine, String url, DataSource source, Runnable end) throws SQLException {
        this.engine = engine;
        this.url = url;
        this.source = source;
        this.end = end;
        this.observer = source.getConnection();
        try (Baton baton = Baton.on(source)
                .component(JobsSchema.COMPONENT)
                .component(SubmissionManager.SCHEMA)
                .component(ShardsSchema.COMPONENT)
                .start()) {
            this.names = new StatementNames(baton.database().ready());
        }
    }

    /** Skips the test where this database is not installed. */
    public static World of(Engine engine) throws SQLException {
        TestDatabase database = switch (engine) {
            case POSTGRESQL -> PostgresDatabase.fresh();
            case H2 -> H2Database.fresh();
            case MARIADB -> MariaDbDatabase.fresh();
        };
        return new World(engine, database.url(), database.dataSource(), database::close);
    }

    /** One that another process has made, and will end. */
    public static World at(Engine engine, String url) throws SQLException {
        return new World(engine, url, new UrlDataSource(url), () -> {});
    }

    /** For other processes. */
    public String url() {
        return url;
    }

    public Engine engine() {
        return engine;
    }

    StatementNames names() {
        return names;
    }

    public DataSource source() {
        return source;
    }

    /** Empties the tables of work; what elections remember stays. */
    public void clear() throws SQLException {
        for (String table : TABLES) {
            update("DELETE FROM " + table);
        }
        expireLeases();
    }

    /** Whoever holds a role has not been heard of for a long time. */
    void expireLeases() throws SQLException {
        update("UPDATE baton_leases SET expires_at = TIMESTAMP '2020-01-01 00:00:00'");
    }

    /** Locks on jobs are as old as if nobody had renewed them for a long time; the payloads of these jobs. */
    List<String> ageLocks() throws SQLException {
        List<String> aged = new ArrayList<>();
        for (String[] claim : rows("SELECT id, claim_number, payload FROM baton_jobs WHERE status = 'running'", row ->
                new String[] {row.getString(1), row.getString(2), row.getString(3)})) {
            int touched = update("UPDATE baton_jobs SET locked_at = TIMESTAMP '2020-01-01 00:00:00' WHERE id = '"
                    + claim[0] + "' AND claim_number = " + claim[1] + " AND status = 'running'");
            if (touched > 0) {
                aged.add(claim[2]);
            }
        }
        return aged;
    }

    /** Jobs that have ended did so long ago, but for those that hold a unique key; their ids, and how they had ended. */
    Map<String, String> ageEndedJobs() throws SQLException {
        Map<String, String> aged = new HashMap<>();
        for (String[] job : rows(
                "SELECT id, status FROM baton_jobs WHERE status IN ('completed', 'cancelled') AND unique_key IS NULL"
                        + " AND interval_ms IS NULL AND cron IS NULL",
                row -> new String[] {row.getString(1), row.getString(2)})) {
            int touched = update("UPDATE baton_jobs SET finished_at = TIMESTAMP '2020-01-01 00:00:00' WHERE id = '"
                    + job[0] + "' AND status = '" + job[1] + "'");
            if (touched > 0) {
                aged.put(job[0].toLowerCase(Locale.ROOT), job[1]);
            }
        }
        return aged;
    }

    /** This intent ended long ago, if it has ended at all; whether it has. */
    boolean ageEndedIntent(String key) throws SQLException {
        return update("UPDATE submission_intents SET created_at = TIMESTAMP '2020-01-01 00:00:00',"
                        + " completed_at = TIMESTAMP '2020-01-01 00:00:01' WHERE intent_id = '" + key
                        + "' AND status <> 'pending' AND NOT in_flight"
                        + " AND (webhook_status IS NULL OR webhook_status <> 'pending')")
                > 0;
    }

    /** Fails if the database is gone. */
    public void requireAnswer() throws SQLException {
        rows("SELECT lease_name FROM baton_leases", row -> row.getString(1));
    }

    /** The latest term of a role; 0 if it had none. */
    long epoch(String role) throws SQLException {
        return rows("SELECT lease_epoch FROM baton_leases WHERE lease_name = '" + role + "'", row -> row.getLong(1))
                .stream()
                .findFirst()
                .orElse(0L);
    }

    /** Serialised: the observer's connection is one. What meets the product's own statements is said again. */
    public synchronized int update(String sql) throws SQLException {
        while (true) {
            try (Statement statement = observer.createStatement()) {
                return statement.executeUpdate(sql);
            } catch (SQLTransactionRollbackException e) {
                LOG.debug("a change by hand met another", e);
            }
        }
    }

    /** Reads one row. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    public synchronized <T> List<T> rows(String sql, Reader<T> reader) throws SQLException {
        try (Statement statement = observer.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<T> read = new ArrayList<>();
            while (rows.next()) {
                read.add(reader.read(rows));
            }
            return read;
        }
    }

    /** The rows as texts, for a look at what is left. */
    public List<String> texts(String sql, int columns) throws SQLException {
        return rows(sql, row -> {
            List<String> values = new ArrayList<>();
            for (int i = 1; i <= columns; i++) {
                values.add(row.getString(i));
            }
            return String.join(" ", values);
        });
    }

    @Override
    public void close() throws SQLException {
        observer.close();
        end.run();
    }
}
