package dev.baton.server.store;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Removes old lines from the beginning of a chain, and marks there where it now begins. */
final class AuditPruning {

    private AuditPruning() {}

    private record Line(long number, String hash, boolean isOld) {}

    /**
     * Some lines, no further than to the first that is young enough: what stays has no holes, whatever the clock did. In
     * the caller's transaction, one for each chain: a node that stands still keeps its own locked.
     *
     * @return how many lines went
     */
    static int prune(SqlCatalog sql, Connection connection, AuditChain chain, Duration age, int atMost)
            throws SQLException {
        List<Line> oldest = sql.get("prune-oldest")
                .set("node", chain.nodeId())
                .set("last", chain.lastNumber())
                .set("age_ms", age.toMillis())
                .set("at_most", atMost)
                .all(connection, row -> new Line(row.getLong(1), row.getString(2), row.getInt(3) == 1));
        Line last = null;
        for (Line line : oldest) {
            if (!line.isOld()) {
                break;
            }
            last = line;
        }
        return last == null ? 0 : removeUpTo(sql, connection, chain, last);
    }

    private static int removeUpTo(SqlCatalog sql, Connection connection, AuditChain chain, Line last)
            throws SQLException {
        int marked = sql.get("prune-mark")
                .set("node", chain.nodeId())
                .set("line", last.number())
                .set("hash", last.hash())
                .update(connection);
        if (marked == 0) {
            return 0; // somebody else has pruned further
        }
        return sql.get("prune-lines")
                .set("node", chain.nodeId())
                .set("line", last.number())
                .update(connection);
    }
}
