package dev.baton.submissions.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Deletes terminal intents for their age, with all that belongs to them. */
public final class Pruning {

    private final SubmissionSql sql;

    public Pruning(SubmissionSql sql) {
        this.sql = sql;
    }

    /** Deletes a few, inside a fenced transaction; returns how many. */
    public int prune(Connection connection, Duration age, int atMost) throws SQLException {
        if (sql.find("prune").isPresent()) {
            return sql.get("prune")
                    .set("age_ms", age.toMillis())
                    .set("row_limit", atMost)
                    .update(connection);
        }
        List<String> ids = sql.get("prunable")
                .set("age_ms", age.toMillis())
                .set("row_limit", atMost)
                .all(connection, row -> row.getString(1));
        for (String id : ids) {
            sql.get("prune-attempts").set("intent_id", id).update(connection);
            sql.get("prune-audit").set("intent_id", id).update(connection);
            sql.get("prune-intent").set("intent_id", id).update(connection);
        }
        return ids.size();
    }
}
