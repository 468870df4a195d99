package dev.baton.sql.dialect;

import dev.baton.Strategy;
import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Locks that live and die with a database session. */
public interface SessionLocks {

    /** Sets the session up for holding a lock: time-outs, and the server's own watchdog where it has one. */
    void prepare(Connection connection, SqlCatalog sql, Strategy.Session strategy, String name) throws SQLException;

    /**
     * Has whatever this session runs ready for the next time, so that a takeover that was rehearsed has nothing to plan. Only once it
     * is known that the session belongs to one client.
     */
    default void keepPlans(Connection connection, SqlCatalog sql) throws SQLException {}

    /** What the server calls this session, unmistakably even after its number was given to another. */
    String identity(Connection connection, SqlCatalog sql) throws SQLException;

    /** Waits inside the database; false when the lock was not granted in time. */
    boolean lock(Connection connection, SqlCatalog sql, long key, Duration patience, Duration callTimeout)
            throws SQLException;

    void unlock(Connection connection, SqlCatalog sql, long key) throws SQLException;

    /** The session that holds the lock, if the server shows it. */
    Optional<Holder> holder(Connection connection, SqlCatalog sql, long key, Duration idleFor) throws SQLException;

    /**
     * Whether {@link #kill} may be called in a transaction, and so under the lock of the row that condemns the session.
     * Where it may not, a heartbeat can slip in between the check and the kill. That costs a living leader its term and
     * nothing else: its gate shuts with its session, and a successor waits as after any other end.
     */
    default boolean killsInTransaction() {
        return true;
    }

    /** Ends a session; harmless if it is gone. */
    void kill(Connection connection, SqlCatalog sql, String session) throws SQLException;

    /**
     * A session that holds a lock.
     *
     * @param idle whether it has done nothing for as long as was asked
     */
    record Holder(String session, boolean idle) {}
}
