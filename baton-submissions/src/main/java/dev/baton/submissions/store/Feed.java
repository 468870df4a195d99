package dev.baton.submissions.store;

import dev.baton.sql.dialect.Capability;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the leader reads to keep its window: what has changed, the lanes, their heads, and what others left behind. Used by
 * one thread.
 */
public final class Feed {

    private final SubmissionSql sql;
    private final Changes changes;

    public Feed(SubmissionSql sql) throws SQLException {
        this.sql = sql;
        this.changes =
                sql.dialect().can(Capability.SNAPSHOT_POSITIONS) ? new SnapshotChanges(sql) : new TimeChanges(sql);
    }

    /** What has changed among the pending intents since the last look. */
    public Changes changes() {
        return changes;
    }

    /** The lanes in which something waits. */
    public List<String> lanes(Connection connection) throws SQLException {
        return sql.get("lanes").plain().all(connection, row -> row.getString(1));
    }

    /** The nearest intents of a lane, due or not. */
    public List<Due> head(Connection connection, String gateway, int atMost) throws SQLException {
        return lane(connection, "lane-head", gateway, atMost);
    }

    /** What is due in a lane now, oldest first, whatever any cursor says. */
    public List<Due> due(Connection connection, String gateway, int atMost) throws SQLException {
        return lane(connection, "lane-due", gateway, atMost);
    }

    /** An intent that waits although its deadline has passed. */
    public record Overdue(String intentId, String lane) {}

    /**
     * Those that have been overdue for longest.
     *
     * @param foreign lanes that need not be told, as {@code ,a,b,}
     */
    public List<Overdue> overdue(Connection connection, String foreign, int atMost) throws SQLException {
        return sql.get("overdue")
                .set("foreign", foreign)
                .set("row_limit", atMost)
                .all(connection, row -> new Overdue(row.getString("intent_id"), row.getString("gateway")));
    }

    private List<Due> lane(Connection connection, String statement, String gateway, int atMost) throws SQLException {
        return new ArrayList<>(sql.get(statement)
                .set("gateway", gateway)
                .set("row_limit", atMost)
                .all(connection, Feed::row));
    }

    /** An intent whose attempt the database refuses to start, as it stands; empty if it has moved on. */
    public Optional<UnfinishedAttempt> unstarted(Connection connection, Due due) throws SQLException {
        return sql.get("unstarted")
                .set("intent_id", due.intentId())
                .set("attempt_count", due.attemptCount())
                .first(connection, Feed::leftBehind);
    }

    /**
     * Attempts that were started and not finished, by the ids of their intents. For a term that has not started any.
     *
     * @param after the last one that is known already, or nothing
     */
    public List<UnfinishedAttempt> leftBehind(Connection connection, String after, int atMost) throws SQLException {
        return sql.get("left-behind")
                .set("after", after)
                .set("row_limit", atMost)
                .all(connection, Feed::leftBehind);
    }

    private static UnfinishedAttempt leftBehind(ResultSet row) throws SQLException {
        return new UnfinishedAttempt(
                row.getString("intent_id"),
                row.getString("submission_target"),
                row.getString("gateway"),
                row.getInt("attempt_count"),
                row.getInt("counted_attempts"),
                row.getString("contract"),
                row.getLong("lease_epoch"),
                row.getString("holder_id"),
                row.getString("deadline"));
    }

    static Due row(ResultSet row) throws SQLException {
        return new Due(
                row.getString("intent_id"),
                row.getString("gateway"),
                row.getInt("attempt_count"),
                row.getLong("due_us"),
                row.getLong("due_ms"));
    }
}
