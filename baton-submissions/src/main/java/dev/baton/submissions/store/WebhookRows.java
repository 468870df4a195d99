package dev.baton.submissions.store;

import dev.baton.LeaderToken;
import dev.baton.sql.jdbc.Command;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.Limits;
import dev.baton.submissions.model.WebhookState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Ends of intents that are still to be told. */
public final class WebhookRows {

    private static final int LONGEST_ERROR = 500;

    private final SubmissionSql sql;

    public WebhookRows(SubmissionSql sql) {
        this.sql = sql;
    }

    /** A telling that is due. */
    public record Telling(
            String intentId,
            String target,
            IntentStatus status,
            Optional<String> rejectedReason,
            Optional<String> exhaustedReason,
            int attemptCount,
            Instant createdAt,
            Instant completedAt,
            String contract,
            int tried) {}

    /** Those that have been due for longest, but for those of these targets. */
    public List<Telling> due(Connection connection, int atMost, Set<String> passedOver) throws SQLException {
        return sql.get("webhooks-due")
                .set("passed_over", passedOver.isEmpty() ? "" : "," + String.join(",", passedOver) + ",")
                .set("row_limit", atMost)
                .all(connection, WebhookRows::telling);
    }

    /** How long until the next one is due, by the database's clock. */
    public Optional<Duration> untilNext(Connection connection) throws SQLException {
        return sql.get("webhook-next").plain().first(connection, row -> {
            long millis = row.getLong("due_ms");
            return row.wasNull() ? null : Duration.ofMillis(Math.max(0, millis));
        });
    }

    /** Those of these whose rows nobody else holds, for the rest of the transaction. */
    public Set<String> free(Connection connection, List<String> intentIds) throws SQLException {
        return new HeldRows(sql).free(connection, intentIds);
    }

    /** Records a try, inside a fenced transaction. */
    public void record(
            Connection connection, LeaderToken token, Telling telling, WebhookState state, String error, Duration retry)
            throws SQLException {
        String kept = Limits.storable(error, LONGEST_ERROR);
        sql.get("webhook-record")
                .set("intent_id", telling.intentId())
                .set("tried", telling.tried())
                .set("state", state.label())
                .set("error", kept.isEmpty() ? null : kept)
                .set("retry_ms", retry.toMillis())
                .set("epoch", token.epoch())
                .set("holder", token.holderId())
                .update(connection);
    }

    private static Telling telling(ResultSet row) throws SQLException {
        return new Telling(
                row.getString("intent_id"),
                row.getString("submission_target"),
                IntentStatus.of(row.getString("status")),
                Optional.ofNullable(row.getString("rejected_reason")),
                Optional.ofNullable(row.getString("exhausted_reason")),
                row.getInt("attempt_count"),
                Command.instant(row, "created_at"),
                Command.instant(row, "completed_at"),
                row.getString("contract"),
                row.getInt("webhook_attempts"));
    }
}
