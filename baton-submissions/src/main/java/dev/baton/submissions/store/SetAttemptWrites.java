package dev.baton.submissions.store;

import dev.baton.submissions.model.IntentStatus;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** A batch in one statement, its columns as arrays. */
final class SetAttemptWrites implements AttemptWrites {

    private final SubmissionSql sql;

    SetAttemptWrites(SubmissionSql sql) {
        this.sql = sql;
    }

    @Override
    public List<Started> start(Connection connection, List<UnderTerm<Due>> due) throws SQLException {
        return sql.get("start")
                .set("epoch", UnderTerm.epochs(due))
                .set("holder", UnderTerm.holders(due))
                .set("intent_id", UnderTerm.texts(due, Due::intentId))
                .set(
                        "attempt_count",
                        due.stream().map(one -> one.what().attemptCount()).toArray(Integer[]::new))
                .all(connection, SetAttemptWrites::started);
    }

    static Started started(ResultSet row) throws SQLException {
        return new Started(
                row.getString("intent_id"),
                row.getString("submission_target"),
                row.getInt("attempt_count"),
                row.getInt("counted_attempts"),
                row.getInt("key_attempt"),
                row.getBytes("payload"),
                row.getString("contract"),
                row.getString("traceparent"),
                row.getString("deadline"),
                row.getLong("waited_ms"));
    }

    @Override
    public List<ExpiredIntent> expire(Connection connection, List<UnderTerm<String>> intentIds) throws SQLException {
        return sql.get("expire")
                .set("epoch", UnderTerm.epochs(intentIds))
                .set("holder", UnderTerm.holders(intentIds))
                .set("intent_id", UnderTerm.texts(intentIds, id -> id))
                .all(
                        connection,
                        row -> new ExpiredIntent(
                                row.getString("intent_id"), row.getString("submission_target"), row.getLong("age_ms")));
    }

    @Override
    public List<IntentAfterAttempt> finish(Connection connection, List<UnderTerm<EndedAttempt>> underTerm)
            throws SQLException {
        List<EndedAttempt> finishes = underTerm.stream().map(UnderTerm::what).toList();
        List<IntentAfterAttempt> done = new ArrayList<>(sql.get("finish")
                .set("epoch", UnderTerm.epochs(underTerm))
                .set("holder", UnderTerm.holders(underTerm))
                .set("intent_id", column(finishes, EndedAttempt::intentId))
                .set("number", finishes.stream().map(EndedAttempt::number).toArray(Integer[]::new))
                .set("outcome", column(finishes, f -> f.outcome().status().label()))
                .set("reason", column(finishes, EndedAttempt::reasonOrNull))
                .set("error", column(finishes, EndedAttempt::errorOrNull))
                .set("message_id", column(finishes, EndedAttempt::messageIdOrNull))
                .set("ends_as", column(finishes, f -> f.verdict().endsAsLabel()))
                .set("ends_reason", column(finishes, f -> f.verdict().reason()))
                .set(
                        "retry_ms",
                        finishes.stream()
                                .map(f -> f.verdict().retryAfter().toMillis())
                                .toArray(Long[]::new))
                .set("counted", finishes.stream().map(EndedAttempt::counted).toArray(Integer[]::new))
                .set(
                        "definite",
                        finishes.stream()
                                .map(f -> f.outcome().status().isDefinite())
                                .toArray(Boolean[]::new))
                .set("deadline", column(finishes, EndedAttempt::deadline))
                .set("begun", finishes.stream().map(EndedAttempt::begun).toArray(Boolean[]::new))
                .all(connection, SetAttemptWrites::finished));
        if (done.size() < underTerm.size()) {
            done.addAll(finishEnded(connection, without(underTerm, done)));
        }
        return done;
    }

    private static IntentAfterAttempt finished(ResultSet row) throws SQLException {
        return new IntentAfterAttempt(
                row.getString("intent_id"),
                row.getString("submission_target"),
                row.getString("gateway"),
                row.getInt("number"),
                IntentStatus.of(row.getString("status")),
                false,
                row.getLong("retry_ms"),
                row.getLong("now_us") + row.getLong("retry_ms") * 1_000,
                row.getBoolean("webhook"),
                row.getLong("age_ms"),
                row.getLong("took_ms"));
    }

    private static List<UnderTerm<EndedAttempt>> without(
            List<UnderTerm<EndedAttempt>> finishes, List<IntentAfterAttempt> done) {
        Set<String> ids = new HashSet<>();
        done.forEach(finished -> ids.add(finished.intentId()));
        return finishes.stream().filter(f -> !ids.contains(f.what().intentId())).toList();
    }

    /** Cancelled while the call was under way: recorded, and nothing else. */
    private List<IntentAfterAttempt> finishEnded(Connection connection, List<UnderTerm<EndedAttempt>> underTerm)
            throws SQLException {
        List<EndedAttempt> finishes = underTerm.stream().map(UnderTerm::what).toList();
        return sql.get("finish-ended")
                .set("epoch", UnderTerm.epochs(underTerm))
                .set("holder", UnderTerm.holders(underTerm))
                .set("intent_id", column(finishes, EndedAttempt::intentId))
                .set("number", finishes.stream().map(EndedAttempt::number).toArray(Integer[]::new))
                .set("outcome", column(finishes, f -> f.outcome().status().label()))
                .set("reason", column(finishes, EndedAttempt::reasonOrNull))
                .set("error", column(finishes, EndedAttempt::errorOrNull))
                .set("message_id", column(finishes, EndedAttempt::messageIdOrNull))
                .set("counted", finishes.stream().map(EndedAttempt::counted).toArray(Integer[]::new))
                .all(
                        connection,
                        row -> new IntentAfterAttempt(
                                row.getString("intent_id"),
                                row.getString("submission_target"),
                                "",
                                row.getInt("number"),
                                IntentStatus.CANCELLED,
                                true,
                                0,
                                0,
                                false,
                                0,
                                row.getLong("took_ms")));
    }

    private static String[] column(List<EndedAttempt> finishes, Function<EndedAttempt, String> value) {
        return finishes.stream().map(value).toArray(String[]::new);
    }
}
