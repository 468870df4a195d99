package dev.baton.contract;

import static org.awaitility.Awaitility.await;

import dev.baton.LeaderToken;
import dev.baton.sql.Baton;
import dev.baton.sql.Fence;
import dev.baton.sql.dialect.RoleKeys;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;

/**
 * A takeover in slow motion: its statements are those of the real one, but a test decides when it locks and when it
 * commits. Role {@code stage} is held by {@code old} under epoch 1 and goes to {@code new} under epoch 2.
 */
final class TakeoverStage implements AutoCloseable {

    private final DataSource source = PostgresDatabase.fresh().dataSource();
    private final long fenceKey = RoleKeys.of("stage", 0, "baton_leases").fenceKey();
    private final Baton baton = Baton.start(source);
    private final Connection successor = transaction(Connection.TRANSACTION_READ_COMMITTED);

    TakeoverStage() throws SQLException {
        try (Connection connection = source.getConnection()) {
            update(connection, "CREATE TABLE acts (epoch bigint)");
            update(
                    connection,
                    "INSERT INTO baton_leases (lease_name, holder_id, lease_epoch, acquired_at, renewed_at, expires_at)"
                            + " VALUES ('stage', 'old', 1, now(), now(), now() + interval '1 hour')");
            update(connection, "CREATE TABLE granted (acts_by_then bigint)");
        }
    }

    LeaderToken oldToken() {
        return new LeaderToken("stage", "old", 1);
    }

    Fence fence() {
        return baton.fence();
    }

    long fenceKey() {
        return fenceKey;
    }

    Connection successor() {
        return successor;
    }

    Connection transaction(int isolation) throws SQLException {
        Connection connection = source.getConnection();
        connection.setTransactionIsolation(isolation);
        connection.setAutoCommit(false);
        return connection;
    }

    void beginTakeover() throws SQLException {
        update(successor, "DO 'BEGIN PERFORM pg_advisory_xact_lock(" + fenceKey + "); END'");
        update(successor, "UPDATE baton_leases SET lease_epoch = 2, holder_id = 'new' WHERE lease_name = 'stage'");
        update(successor, "INSERT INTO granted SELECT count(*) FROM acts");
    }

    void commitTakeover() throws SQLException {
        successor.commit();
    }

    /** Runs something that blocks on a lock of the database, and returns when it is seen waiting. */
    CompletableFuture<Boolean> whileWaiting(Connection who, Callable<Boolean> what) throws SQLException {
        long pid = number(who, "SELECT pg_backend_pid()");
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(what.call());
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        try (Connection observer = source.getConnection()) {
            await("it waits for a lock")
                    .atMost(TestPatience.LONGEST_WAIT)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> ask(observer, "SELECT count(*) FROM pg_locks WHERE NOT granted AND pid = " + pid));
        }
        return result;
    }

    /** Rows of the former leader that were committed after its successor's term was granted. */
    long staleWrites() throws SQLException {
        try (Connection connection = source.getConnection()) {
            return number(connection, "SELECT (SELECT count(*) FROM acts) - (SELECT acts_by_then FROM granted)");
        }
    }

    static int update(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    static boolean ask(Connection connection, String count) throws SQLException {
        return number(connection, count) > 0;
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Override
    public void close() throws SQLException {
        successor.close();
        baton.close();
    }
}
