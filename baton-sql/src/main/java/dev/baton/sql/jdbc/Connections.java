package dev.baton.sql.jdbc;

import dev.baton.election.Threads;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connections that cannot hang for ever, whatever the data source and its driver were told. */
public final class Connections {

    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);

    private Connections() {}

    /** A connection within this time, or an exception. One that arrives later is closed unused. */
    public static Connection open(DataSource source, Duration atMost) throws SQLException {
        CompletableFuture<Connection> promise = new CompletableFuture<>();
        Threads.daemon("baton-connect", () -> connect(source, promise)).start();
        try {
            return promise.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            abandon(promise);
            throw new SQLTimeoutException("the data source gave no connection within " + atMost.toMillis()
                    + " ms: the database is out of reach, or the pool is too small");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException error) {
                throw error;
            }
            throw new SQLException("the data source failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            abandon(promise);
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while waiting for a connection", e);
        }
    }

    private static void connect(DataSource source, CompletableFuture<Connection> promise) {
        try {
            Connection connection = source.getConnection();
            if (!promise.complete(connection)) {
                drop(connection);
            }
        } catch (SQLException | RuntimeException e) {
            promise.completeExceptionally(e);
        }
    }

    private static void abandon(CompletableFuture<Connection> promise) {
        if (!promise.cancel(false) && !promise.isCompletedExceptionally()) {
            drop(promise.join());
        }
    }

    /** Bounds every answer on this connection; drivers wait for ever by default. */
    public static void bound(Connection connection, Duration answer) throws SQLException {
        try {
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(Math.max(1, answer.toMillis())));
        } catch (SQLFeatureNotSupportedException e) {
            LOG.debug("this driver has no network time-out", e);
        }
    }

    /**
     * Ends the session itself. A pool would take a closed connection back with its locks and settings; an aborted one it
     * throws away.
     */
    public static void drop(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("abort failed", e);
        }
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("close after abort failed", e);
        }
    }
}
