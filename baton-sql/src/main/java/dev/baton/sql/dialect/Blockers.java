package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Fenced transactions whose writer was paused hold up a takeover for as long as their sessions live, unless the server
 * ends idle transactions by itself. Where it does not, somebody else must, on a connection of its own: a session that
 * waits for a lock can neither look nor kill.
 */
public interface Blockers {

    /** What {@link #expel} knows this session by while it waits for the fence of that role. */
    long number(Connection connection, SqlCatalog sql, RoleKeys keys) throws SQLException;

    /**
     * Ends the sessions that keep another one waiting and have themselves done nothing for this long.
     *
     * @param watcher a connection that is in auto-commit
     * @param waiting the session that is kept waiting
     * @return the sessions that were ended
     */
    List<Long> expel(Connection watcher, SqlCatalog sql, long waiting, Duration idleFor) throws SQLException;
}
