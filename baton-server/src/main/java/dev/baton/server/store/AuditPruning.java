package dev.baton.server.store;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Removes old lines from the beginning of a chain, and marks there where it now begins. */
public final class AuditPruning {

    private AuditPruning() {}

    /**
     * Up to the first line that is young enough: what stays has no holes, whatever the clock did. In the caller's
     * transaction, one for each chain: a node that stands still keeps its own locked.
     *
     * @return how many lines went
     */
    public static int prune(SqlCatalog sql, Connection connection, AuditChain chain, Duration age) throws SQLException {
        long kept = sql.get("prune-first-kept")
                .set("node", chain.nodeId())
                .set("age_ms", age.toMillis())
                .first(connection, row -> row.getLong(1))
                .filter(first -> first > 0)
                .orElse(chain.lastNumber() + 1);
        Optional<String> hash = sql.get("prune-last-hash")
                .set("node", chain.nodeId())
                .set("line", kept - 1)
                .first(connection, row -> row.getString(1));
        if (hash.isEmpty()) {
            return 0;
        }
        sql.get("prune-mark")
                .set("node", chain.nodeId())
                .set("line", kept - 1)
                .set("hash", hash.get())
                .update(connection);
        return sql.get("prune-lines")
                .set("node", chain.nodeId())
                .set("line", kept - 1)
                .update(connection);
    }
}
