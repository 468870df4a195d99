package dev.baton.submissions.store;

import dev.baton.LeaderToken;
import dev.baton.sql.dialect.Capability;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Intents that somebody inserted by plain SQL. They lack what their contract says: their lane, and their deadline.
 * PostgreSQL completes them as they come in; elsewhere the leader has to.
 */
public final class PlainInserts {

    private final SubmissionSql sql;

    private PlainInserts(SubmissionSql sql) {
        this.sql = sql;
    }

    /** Empty where the database sees to them itself. */
    public static Optional<PlainInserts> of(SubmissionSql sql) throws SQLException {
        return sql.dialect().can(Capability.COMPLETED_INSERTS) ? Optional.empty() : Optional.of(new PlainInserts(sql));
    }

    /** One of them. */
    public record Plain(String intentId, String contract) {}

    /** Some that wait. */
    public List<Plain> some(Connection connection, int atMost) throws SQLException {
        return sql.get("plain-rows")
                .set("row_limit", atMost)
                .all(connection, row -> new Plain(row.getString("intent_id"), row.getString("contract")));
    }

    /**
     * Gives one its lane, and its deadline unless it has one. Within a fenced transaction.
     *
     * @param maxAcceptance how long after its creation its deadline is, if it has any
     */
    public void complete(
            Connection connection, LeaderToken token, Plain row, String gateway, Optional<Duration> maxAcceptance)
            throws SQLException {
        sql.get("complete-row")
                .set("intent_id", row.intentId())
                .set("gateway", gateway)
                .set("max_acceptance_ms", maxAcceptance.map(Duration::toMillis).orElse(null))
                .set("epoch", token.epoch())
                .set("holder", token.holderId())
                .run(connection);
    }
}
