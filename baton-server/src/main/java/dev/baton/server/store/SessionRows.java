package dev.baton.server.store;

import dev.baton.server.config.SecurityConfig.SessionLimits;
import dev.baton.support.Texts;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * Who has signed in to the dashboard, for all nodes. A session is known by hashes, of its handle and of the token that it
 * began with: whoever reads the table can use neither.
 */
public final class SessionRows {

    private static final int LONGEST_NAME = 200;

    private final ServerSql sql;

    public SessionRows(ServerSql sql) {
        this.sql = sql;
    }

    /** @param tokenName for people who look at the table */
    public void insert(String handle, String token, String tokenName) throws SQLException {
        String name = Texts.cut(tokenName, LONGEST_NAME);
        sql.use((words, c) -> words.get("session-insert")
                .set("handle", handle)
                .set("token", token)
                .set("name", name)
                .update(c));
    }

    /** How long ago a session was last seen; empty if there is none or its time is over. */
    public Optional<Duration> unseen(String handle, String token, SessionLimits limits) throws SQLException {
        return sql.use((words, c) -> words.get("session-find")
                .set("handle", handle)
                .set("token", token)
                .set("idle_ms", limits.idle().toMillis())
                .set("longest_ms", limits.longest().toMillis())
                .first(c, row -> Duration.ofMillis(row.getLong("unseen_ms"))));
    }

    /** Its owner has asked for something. */
    public void seen(String handle) throws SQLException {
        sql.use((words, c) -> words.get("session-seen").set("handle", handle).update(c));
    }

    public void end(String handle) throws SQLException {
        sql.use((words, c) -> words.get("session-end").set("handle", handle).update(c));
    }

    /** Ends all sessions that began with a token. */
    public void endOf(String token) throws SQLException {
        sql.use((words, c) ->
                words.get("session-end-of-token").set("token", token).update(c));
    }
}
