package dev.baton.jobs.store;

import dev.baton.sql.jdbc.Connections;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * A connection that one thread of the machinery keeps while it is busy, and hands back to the pool when it rests. Dropped
 * after any error, so that the next use begins with a new one. Never held for a job that runs.
 */
public final class KeptConnection implements AutoCloseable {

    /** What is done with it. */
    @FunctionalInterface
    public interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    private final DataSource source;
    private final Duration opening;
    private final Duration answer;
    private Connection connection;

    public KeptConnection(DataSource source, Duration opening, Duration answer) {
        this.source = source;
        this.opening = opening;
        this.answer = answer;
    }

    /** In auto-commit: each statement by itself. */
    public synchronized <T> T useConnection(Work<T> work) throws SQLException {
        boolean good = false;
        try {
            T result = work.on(connected());
            good = true;
            return result;
        } finally {
            if (!good) {
                drop();
            }
        }
    }

    private Connection connected() throws SQLException {
        if (connection == null) {
            Connection opened = Connections.open(source, opening);
            try {
                Connections.bound(opened, answer);
                opened.setAutoCommit(true);
            } catch (SQLException e) {
                Connections.drop(opened);
                throw new SQLTransientConnectionException("a pool gave a connection that cannot be used", "08003", e);
            }
            connection = opened;
        }
        return connection;
    }

    private void drop() {
        if (connection != null) {
            Connections.drop(connection);
            connection = null;
        }
    }

    /** For a thread that has nothing to do for a while. */
    public synchronized void returnToPool() {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                Connections.drop(connection);
            }
            connection = null;
        }
    }

    @Override
    public void close() {
        returnToPool();
    }
}
