package dev.baton.jobs.store;

import dev.baton.sql.jdbc.BorrowedConnection;
import java.sql.Connection;
import java.sql.SQLException;
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
    private BorrowedConnection kept;

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
        if (kept == null) {
            kept = BorrowedConnection.readCommitted(source, opening, answer);
        }
        return kept.connection();
    }

    private void drop() {
        if (kept != null) {
            kept.drop();
            kept = null;
        }
    }

    /** For a thread that has nothing to do for a while; as it came from the pool. */
    public synchronized void returnToPool() {
        if (kept != null) {
            kept.close();
            kept = null;
        }
    }

    @Override
    public void close() {
        returnToPool();
    }
}
