package dev.baton.submissions.store;

import dev.baton.sql.jdbc.Command;
import dev.baton.submissions.model.AttemptsOfDay;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Deletes terminal intents for their age, with all that belongs to them. */
public final class Pruning {

    /** How many intents are asked about at once; a shorter list names its last one again. */
    private static final int LISTED = 50;

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
        List<String> ids = old(connection, age, atMost);
        prune(connection, ids);
        return ids.size();
    }

    /** Some that may be deleted, the oldest first. */
    public List<String> old(Connection connection, Duration age, int atMost) throws SQLException {
        return sql.get("prunable")
                .set("age_ms", age.toMillis())
                .set("row_limit", atMost)
                .all(connection, row -> row.getString(1));
    }

    /** Deletes these, inside a fenced transaction. */
    public void prune(Connection connection, List<String> ids) throws SQLException {
        sumUp(connection, ids);
        for (String statement : List.of("prune-attempts", "prune-audit", "prune-intent")) {
            delete(connection, statement, ids);
        }
    }

    /** What attempts came to stays when they go; the fence sees to it that nobody else adds to it meanwhile. */
    private void sumUp(Connection connection, List<String> ids) throws SQLException {
        for (int from = 0; from < ids.size(); from += LISTED) {
            Command sums = sql.get("attempt-sums", "intent_id", LISTED).plain();
            for (int i = 1; i <= LISTED; i++) {
                sums.set("intent_id_" + i, ids.get(Math.min(from + i, ids.size()) - 1));
            }
            for (AttemptsOfDay sum : sums.all(connection, IntentReads::ofDay)) {
                if (write(connection, "history-add", sum) == 0) {
                    write(connection, "history-begin", sum);
                }
            }
        }
    }

    private int write(Connection connection, String statement, AttemptsOfDay sum) throws SQLException {
        return sql.get(statement)
                .set("target", sum.submissionTarget())
                .set("day", sum.day().toString())
                .set("outcome", sum.outcomeStatus().label())
                .set("attempts", sum.attempts())
                .set("total_ms", sum.totalMillis())
                .set("longest_ms", sum.longestMillis())
                .update(connection);
    }

    private void delete(Connection connection, String statement, List<String> ids) throws SQLException {
        List<Command> commands = new ArrayList<>();
        for (String id : ids) {
            commands.add(sql.get(statement).set("intent_id", id));
        }
        Command.updateAll(connection, commands);
    }
}
