package dev.baton.submissions.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Changes by the transaction that made them, for PostgreSQL. The cursor is the snapshot of the last look: whatever could
 * not be seen from it, because its transaction had not begun or was still at work, is new. Exact in any order of commits
 * and however long another transaction stays open; nothing is read twice and there is no horizon to wait for.
 */
final class SnapshotChanges implements Changes {

    private static final int MOST = 5_000;

    private final SubmissionSql sql;
    private String seen;

    /**
     * A row of the answer.
     *
     * @param snapshot of this look, in the one row that is no intent
     */
    private record Row(Due due, String snapshot) {}

    SnapshotChanges(SubmissionSql sql) {
        this.sql = sql;
    }

    @Override
    public void begin(Connection connection) throws SQLException {
        seen = sql.get("feed-start")
                .plain()
                .first(connection, row -> row.getString("since"))
                .orElseThrow();
    }

    @Override
    public boolean isCommitSafe() {
        return true;
    }

    @Override
    public Told load(Connection connection, boolean hinted, String foreign, Consumer<Due> load) throws SQLException {
        List<Row> rows = sql.get("feed-changes")
                .set("position", seen)
                .set("foreign", foreign)
                .set("row_limit", MOST)
                .all(connection, row -> new Row(Feed.row(row), row.getString("position")));
        for (Row row : rows) {
            if (row.snapshot() == null) {
                load.accept(row.due());
            } else {
                seen = row.snapshot();
            }
        }
        return rows.size() <= MOST ? Told.ALL : Told.TOO_MUCH;
    }
}
