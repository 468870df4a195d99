package dev.baton.server.store;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The ends of a node's chain of audit lines.
 *
 * @param lastNumber the number of its last line
 * @param lastHash the hash of that line
 * @param prunedNumber the last line that retention has removed; 0 if none
 * @param prunedHash the hash of that line, which the first one that is kept goes on from
 */
public record AuditChain(String nodeId, long lastNumber, String lastHash, long prunedNumber, String prunedHash) {

    public static List<AuditChain> all(SqlCatalog sql, Connection connection) throws SQLException {
        return sql.get("chain-list")
                .plain()
                .all(
                        connection,
                        row -> new AuditChain(
                                row.getString("node_id"),
                                row.getLong("line_number"),
                                row.getString("hash"),
                                row.getLong("pruned_line"),
                                row.getString("pruned_hash")));
    }
}
