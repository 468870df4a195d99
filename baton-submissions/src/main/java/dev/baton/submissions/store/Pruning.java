package dev.baton.submissions.store;

import dev.baton.sql.jdbc.Command;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Deletes terminal intents for their age, with all that belongs to them. */
public final class Pruning {

    private final SubmissionSql sql;

    public Pruning(SubmissionSql sql) {
        this.sql = sql;
    }

    /** Deletes a few, inside a fenced transaction; returns how many. */
    public int prune(Connection connection, Duration age, int atMost) throws SQLException {
        if (sql.setBased()) {
            return sql.get("prune")
                    .set("age_ms", age.toMillis())
                    .set("row_limit", atMost)
                    .update(connection);
        }
        List<String> ids = sql.get("prunable")
                .set("age_ms", age.toMillis())
                .set("row_limit", atMost)
                .all(connection, row -> row.getString(1));
        for (String statement : List.of("prune-attempts", "prune-audit", "prune-intent")) {
            delete(connection, statement, ids);
        }
        return ids.size();
    }

    private void delete(Connection connection, String statement, List<String> ids) throws SQLException {
        List<Command> commands = new ArrayList<>();
        for (String id : ids) {
            commands.add(sql.get(statement).set("intent_id", id));
        }
        Command.updateAll(connection, commands);
    }
}
