package dev.baton.submissions.store;

import dev.baton.LeaderToken;
import dev.baton.sql.jdbc.NamedSql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What has changed among the pending intents since the last look, complete whatever the order of commits.
 *
 * <p>Two cursors. The <em>settled</em> one is commit-safe: on PostgreSQL it orders changes by the transaction that made
 * them and reads only below the oldest transaction that is still running, so a writer that commits late cannot slip in
 * behind it (SQL Server: row versions). The <em>eager</em> one is {@code (last_modified_at, intent_id)}; it sees new rows
 * at once but may miss a late committer, so each look begins a little before the end of the one before. Where there is no
 * commit-safe column, that overlap is as long as a write may take, and the window is rebuilt now and then. What both
 * must wait for is found by {@link #due} as soon as it is due.
 *
 * <p>Loading a row twice does no harm. Used by one thread.
 */
public final class Feed {

    private static final int PAGE = 1000;
    private static final int MOST_PAGES = 20;
    private static final int MOST_EAGER_PAGES = 5;
    private static final long OVERLAP_MS = 250;
    private static final long LONGEST_WRITE_MS = 30_000;

    private final SubmissionSql sql;
    private Cursor settled;
    private Cursor eager;
    private boolean busy;

    /** A place in the feed. */
    private record Cursor(String position, String id) {

        /** Positions of one kind compare as text: times are in UTC, so no summer time takes them back. */
        boolean isAfter(Cursor other) {
            int order = position.compareTo(other.position);
            return order > 0 || (order == 0 && id.compareTo(other.id) > 0);
        }
    }

    /** A row with its place. */
    private record Change(Due due, Cursor cursor) {}

    public Feed(SubmissionSql sql) {
        this.sql = sql;
    }

    /** Sets both cursors to now: to be followed by a load of the window, which then sees everything before them. */
    public void begin(Connection connection) throws SQLException {
        sql.get("feed-start").plain().first(connection, row -> {
            settled = row.getString("settled") == null ? null : new Cursor(row.getString("settled"), "");
            eager = new Cursor(row.getString("since"), "");
            return true;
        });
    }

    /** Whether the database has a commit-safe order; without it the window must be rebuilt now and then. */
    public boolean isCommitSafe() {
        return settled != null;
    }

    /** Everything that has settled since the last look. */
    public void settled(Connection connection, Consumer<Due> load) throws SQLException {
        Optional<NamedSql> statement = sql.find("feed-settled");
        if (settled == null || statement.isEmpty()) {
            return;
        }
        for (int page = 0; page < MOST_PAGES; page++) {
            List<Change> changes = statement
                    .get()
                    .set("position", settled.position())
                    .set("position_id", settled.id())
                    .set("row_limit", PAGE)
                    .all(connection, Feed::change);
            changes.forEach(change -> load.accept(change.due()));
            if (!changes.isEmpty()) {
                settled = changes.get(changes.size() - 1).cursor();
            }
            if (changes.size() < PAGE) {
                return;
            }
        }
    }

    /**
     * What is new, whether settled or not. The cursor never goes back; after a look that found very much, the next one
     * begins exactly where it ended, without overlap, so that it gets on.
     */
    public void eager(Connection connection, Consumer<Due> load) throws SQLException {
        long overlap = busy ? 0 : isCommitSafe() ? OVERLAP_MS : LONGEST_WRITE_MS;
        Cursor from = busy ? eager : new Cursor(eager.position(), "");
        int pages = 0;
        List<Change> changes;
        do {
            changes = sql.get("feed-eager")
                    .set("position", from.position())
                    .set("overlap_ms", pages == 0 ? overlap : 0L)
                    .set("position_id", from.id())
                    .set("row_limit", PAGE)
                    .all(connection, Feed::change);
            changes.forEach(change -> load.accept(change.due()));
            if (!changes.isEmpty()) {
                from = changes.get(changes.size() - 1).cursor();
            }
            pages++;
        } while (changes.size() == PAGE && pages < MOST_EAGER_PAGES);
        busy = pages > 1;
        if (from.isAfter(eager)) {
            eager = from;
        }
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

    /** Intents that wait although their deadline has passed. */
    public List<String> overdue(Connection connection, int atMost) throws SQLException {
        return sql.get("overdue").set("row_limit", atMost).all(connection, row -> row.getString(1));
    }

    private List<Due> lane(Connection connection, String statement, String gateway, int atMost) throws SQLException {
        return new ArrayList<>(sql.get(statement)
                .set("gateway", gateway)
                .set("row_limit", atMost)
                .all(connection, Feed::row));
    }

    /** An intent whose attempt the database refuses to start, as it stands; empty if it has moved on. */
    public Optional<LeftBehind> unstarted(Connection connection, Due due) throws SQLException {
        return sql.get("unstarted")
                .set("intent_id", due.intentId())
                .set("attempt_count", due.attemptCount())
                .first(connection, Feed::leftBehind);
    }

    /** Attempts that were started in another term than this and not finished. */
    public List<LeftBehind> leftBehind(Connection connection, LeaderToken token, int atMost) throws SQLException {
        return sql.get("left-behind")
                .set("epoch", token.epoch())
                .set("holder", token.holderId())
                .set("row_limit", atMost)
                .all(connection, Feed::leftBehind);
    }

    private static LeftBehind leftBehind(ResultSet row) throws SQLException {
        return new LeftBehind(
                row.getString("intent_id"),
                row.getString("submission_target"),
                row.getInt("attempt_count"),
                row.getInt("counted_attempts"),
                row.getString("contract"),
                row.getLong("lease_epoch"),
                row.getString("holder_id"),
                row.getString("deadline"));
    }

    private static Change change(ResultSet row) throws SQLException {
        return new Change(row(row), new Cursor(row.getString("position"), row.getString("intent_id")));
    }

    private static Due row(ResultSet row) throws SQLException {
        return new Due(
                row.getString("intent_id"),
                row.getString("gateway"),
                row.getInt("attempt_count"),
                row.getLong("due_ms"));
    }
}
