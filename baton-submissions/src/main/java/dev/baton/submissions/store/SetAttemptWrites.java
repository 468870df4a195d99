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
    public List<Started> start(Connection connection, List<Signed<Due>> due) throws SQLException {
        return sql.get("start")
                .set("epoch", Signed.epochs(due))
                .set("holder", Signed.holders(due))
                .set("intent_id", Signed.texts(due, Due::intentId))
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
    public List<Expired> expire(Connection connection, List<Signed<String>> intentIds) throws SQLException {
        return sql.get("expire")
                .set("epoch", Signed.epochs(intentIds))
                .set("holder", Signed.holders(intentIds))
                .set("intent_id", Signed.texts(intentIds, id -> id))
                .all(
                        connection,
                        row -> new Expired(
                                row.getString("intent_id"), row.getString("submission_target"), row.getLong("age_ms")));
    }

    @Override
    public List<Finished> finish(Connection connection, List<Signed<Finish>> signed) throws SQLException {
        List<Finish> finishes = signed.stream().map(Signed::what).toList();
        List<Finished> done = new ArrayList<>(sql.get("finish")
                .set("epoch", Signed.epochs(signed))
                .set("holder", Signed.holders(signed))
                .set("intent_id", column(finishes, Finish::intentId))
                .set("number", finishes.stream().map(Finish::number).toArray(Integer[]::new))
                .set("outcome", column(finishes, f -> f.outcome().status().label()))
                .set("reason", column(finishes, Finish::reasonOrNull))
                .set("error", column(finishes, Finish::errorOrNull))
                .set("message_id", column(finishes, Finish::messageIdOrNull))
                .set("ends_as", column(finishes, f -> f.verdict().endsAs()))
                .set("ends_reason", column(finishes, f -> f.verdict().reason()))
                .set(
                        "retry_ms",
                        finishes.stream()
                                .map(f -> f.verdict().retryAfter().toMillis())
                                .toArray(Long[]::new))
                .set("counted", finishes.stream().map(Finish::counted).toArray(Integer[]::new))
                .set(
                        "definite",
                        finishes.stream()
                                .map(f -> f.outcome().status().isDefinite())
                                .toArray(Boolean[]::new))
                .set("deadline", column(finishes, Finish::deadline))
                .set("begun", finishes.stream().map(Finish::begun).toArray(Boolean[]::new))
                .all(connection, SetAttemptWrites::finished));
        if (done.size() < signed.size()) {
            done.addAll(finishEnded(connection, without(signed, done)));
        }
        return done;
    }

    private static Finished finished(ResultSet row) throws SQLException {
        return new Finished(
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

    private static List<Signed<Finish>> without(List<Signed<Finish>> finishes, List<Finished> done) {
        Set<String> ids = new HashSet<>();
        done.forEach(finished -> ids.add(finished.intentId()));
        return finishes.stream().filter(f -> !ids.contains(f.what().intentId())).toList();
    }

    /** Cancelled while the call was under way: recorded, and nothing else. */
    private List<Finished> finishEnded(Connection connection, List<Signed<Finish>> signed) throws SQLException {
        List<Finish> finishes = signed.stream().map(Signed::what).toList();
        return sql.get("finish-ended")
                .set("epoch", Signed.epochs(signed))
                .set("holder", Signed.holders(signed))
                .set("intent_id", column(finishes, Finish::intentId))
                .set("number", finishes.stream().map(Finish::number).toArray(Integer[]::new))
                .set("outcome", column(finishes, f -> f.outcome().status().label()))
                .set("reason", column(finishes, Finish::reasonOrNull))
                .set("error", column(finishes, Finish::errorOrNull))
                .set("message_id", column(finishes, Finish::messageIdOrNull))
                .set("counted", finishes.stream().map(Finish::counted).toArray(Integer[]::new))
                .all(
                        connection,
                        row -> new Finished(
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

    private static String[] column(List<Finish> finishes, Function<Finish, String> value) {
        return finishes.stream().map(value).toArray(String[]::new);
    }
}
