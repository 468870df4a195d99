package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Fenced transactions hold up a takeover for as long as they last: one whose writer was paused, and one that goes on with
 * one short statement after the other. Time-outs of a server see at most the first. So somebody else ends them by their
 * age, on a connection of its own: a session that waits for a lock can neither look nor kill.
 *
 * <p>An instance looks after one takeover.
 */
public interface Blockers {

    /** What {@link #expel} knows this session by while it waits for the fence of that role. */
    long number(Connection connection, SqlCatalog sql, RoleKeys keys) throws SQLException;

    /**
     * Ends the sessions that hold what another one waits for, in transactions that are older than this, idle or busy.
     *
     * @param watcher a connection that is in auto-commit
     * @param waiting the session that is kept waiting
     * @return the sessions that were ended
     */
    List<Long> expel(Connection watcher, SqlCatalog sql, long waiting, Duration age) throws SQLException;

    /** What {@link #end} knows this session by. */
    long writer(Connection connection, SqlCatalog sql) throws SQLException;

    /**
     * Ends the session of a writer at the fence for a trial: takes the rights that {@link #expel} takes.
     *
     * @param watcher a connection that is in auto-commit
     * @return whether it could be seen
     */
    boolean end(Connection watcher, SqlCatalog sql, long writer) throws SQLException;
}
