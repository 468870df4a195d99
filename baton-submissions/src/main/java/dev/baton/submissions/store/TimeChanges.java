package dev.baton.submissions.store;

import dev.baton.sql.dialect.Capability;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Changes by the time at which they were made, {@code (last_modified_at, intent_id)}. Such a cursor sees new rows at once
 * but may miss a late committer, so each look begins a little before the end of the one before. Where the database orders
 * changes by itself (SQL Server: row versions), a second cursor follows in that order, behind the oldest writer that is
 * still at work, and misses nothing. Where it does not, the overlap is as long as a write may take.
 */
final class TimeChanges implements Changes {

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

    TimeChanges(SubmissionSql sql) {
        this.sql = sql;
    }

    @Override
    public void begin(Connection connection) throws SQLException {
        sql.get("feed-start").plain().first(connection, row -> {
            settled = row.getString("settled") == null ? null : new Cursor(row.getString("settled"), "");
            eager = new Cursor(row.getString("since"), "");
            return true;
        });
    }

    @Override
    public boolean isCommitSafe() {
        return settled != null;
    }

    /** Foreign lanes are told as well: they take the cursors on, in which there may be nothing else for hours. */
    @Override
    public Told load(Connection connection, boolean hinted, String foreign, Consumer<Due> load) throws SQLException {
        if (!hinted) {
            settled(connection, load);
        }
        return eager(connection, load) ? Told.ALL : Told.MORE_AT_ONCE;
    }

    private void settled(Connection connection, Consumer<Due> load) throws SQLException {
        if (settled == null || !sql.dialect().can(Capability.ROW_VERSIONS)) {
            return;
        }
        for (int page = 0; page < MOST_PAGES; page++) {
            List<Change> changes = sql.get("feed-settled")
                    .set("position", settled.position())
                    .set("position_id", settled.id())
                    .set("row_limit", PAGE)
                    .all(connection, TimeChanges::change);
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
     *
     * @return whether that was all
     */
    private boolean eager(Connection connection, Consumer<Due> load) throws SQLException {
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
                    .all(connection, TimeChanges::change);
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
        return changes.size() < PAGE;
    }

    private static Change change(ResultSet row) throws SQLException {
        return new Change(Feed.row(row), new Cursor(row.getString("position"), row.getString("intent_id")));
    }
}
