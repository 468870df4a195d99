package dev.baton.submissions.store;

import dev.baton.LeaderToken;
import dev.baton.sql.jdbc.Command;
import dev.baton.submissions.model.IntentStatus;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Row by row within the one transaction, for databases without set-based updates that answer. */
final class RowAttemptWrites implements AttemptWrites {

    private final SubmissionSql sql;
    private final HeldRows held;

    RowAttemptWrites(SubmissionSql sql) {
        this.sql = sql;
        this.held = new HeldRows(sql);
    }

    /** What somebody else holds is not written now. */
    private <T> List<UnderTerm<T>> free(Connection connection, List<UnderTerm<T>> rows, Function<T, String> id)
            throws SQLException {
        Set<String> free = held.free(
                connection, rows.stream().map(row -> id.apply(row.what())).toList());
        return rows.stream().filter(row -> free.contains(id.apply(row.what()))).toList();
    }

    @Override
    public List<Started> start(Connection connection, List<UnderTerm<Due>> due) throws SQLException {
        List<Started> started = new ArrayList<>();
        for (UnderTerm<Due> one : free(connection, due, Due::intentId)) {
            int moved = signed("start-row", one.token(), one.what().intentId())
                    .set("attempt_count", one.what().attemptCount())
                    .update(connection);
            if (moved > 0) {
                sql.get("started-row")
                        .set("intent_id", one.what().intentId())
                        .first(connection, SetAttemptWrites::started)
                        .ifPresent(started::add);
            }
        }
        return started;
    }

    @Override
    public List<ExpiredIntent> expire(Connection connection, List<UnderTerm<String>> intentIds) throws SQLException {
        List<ExpiredIntent> expired = new ArrayList<>();
        for (UnderTerm<String> one : free(connection, intentIds, id -> id)) {
            String id = one.what();
            if (signed("expire-row", one.token(), id).update(connection) > 0) {
                sql.get("intent-get")
                        .set("intent_id", id)
                        .first(connection, row -> expired(id, row))
                        .ifPresent(expired::add);
            }
        }
        return expired;
    }

    private static ExpiredIntent expired(String id, ResultSet row) throws SQLException {
        Duration age = Duration.between(Command.instant(row, "created_at"), Command.instant(row, "completed_at"));
        return new ExpiredIntent(id, row.getString("submission_target"), age.toMillis());
    }

    @Override
    public List<IntentAfterAttempt> finish(Connection connection, List<UnderTerm<EndedAttempt>> finishes)
            throws SQLException {
        List<IntentAfterAttempt> done = new ArrayList<>();
        for (UnderTerm<EndedAttempt> one : free(connection, finishes, EndedAttempt::intentId)) {
            Optional<IntentAfterAttempt> judged = judge(connection, one.what());
            if (judged.isPresent()) {
                write(connection, one.token(), one.what(), judged.get()).ifPresent(done::add);
            }
        }
        return done;
    }

    private Optional<IntentAfterAttempt> judge(Connection connection, EndedAttempt finish) throws SQLException {
        return sql.get("judge-row")
                .set("intent_id", finish.intentId())
                .set("count_before", finish.countBefore())
                .set("begun", finish.begun())
                .set("ends_as", finish.verdict().endsAsLabel())
                .set("retry_ms", finish.verdict().retryAfter().toMillis())
                .first(connection, row -> judged(row, finish));
    }

    private static IntentAfterAttempt judged(ResultSet row, EndedAttempt finish) throws SQLException {
        IntentStatus status = IntentStatus.of(row.getString("verdict"));
        long retryMillis = finish.verdict().retryAfter().toMillis();
        return new IntentAfterAttempt(
                finish.intentId(),
                row.getString("submission_target"),
                row.getString("gateway"),
                finish.number(),
                status,
                row.getInt("ended_before") == 1,
                retryMillis,
                row.getLong("now_us") + retryMillis * 1_000,
                status.isTerminal() && row.getInt("webhook") == 1,
                row.getLong("age_ms"),
                row.getLong("took_ms"));
    }

    /** Somebody may have cancelled the intent since it was judged: then nothing but the attempt is recorded. */
    private Optional<IntentAfterAttempt> write(
            Connection connection, LeaderToken token, EndedAttempt finish, IntentAfterAttempt judged)
            throws SQLException {
        boolean ended = judged.endedBefore() || finishRow(connection, token, finish, judged.status()) == 0;
        if (ended && finishEndedRow(connection, token, finish) == 0) {
            return Optional.empty();
        }
        sql.get("attempt-row")
                .set("intent_id", finish.intentId())
                .set("number", finish.number())
                .set("outcome", finish.outcome().status().label())
                .set("reason", finish.reasonOrNull())
                .set("error", finish.errorOrNull())
                .set("message_id", finish.messageIdOrNull())
                .update(connection);
        return Optional.of(ended ? judged.endedMeanwhile() : judged);
    }

    private int finishEndedRow(Connection connection, LeaderToken token, EndedAttempt finish) throws SQLException {
        return signed("finish-ended-row", token, finish.intentId())
                .set("number", finish.number())
                .set("counted", finish.counted())
                .update(connection);
    }

    private int finishRow(Connection connection, LeaderToken token, EndedAttempt finish, IntentStatus verdict)
            throws SQLException {
        String exhausted = verdict != IntentStatus.EXHAUSTED
                ? null
                : finish.verdict().reason().isEmpty()
                        ? "deadline_exceeded"
                        : finish.verdict().reason();
        return signed("finish-row", token, finish.intentId())
                .set("count_before", finish.countBefore())
                .set("begun", finish.begun())
                .set("number", finish.number())
                .set("verdict", verdict.label())
                .set("rejected_reason", verdict == IntentStatus.REJECTED ? finish.reasonOrNull() : null)
                .set("exhausted_reason", exhausted)
                .set("retry_ms", finish.verdict().retryAfter().toMillis())
                .set("counted", finish.counted())
                .set("definite", finish.outcome().status().isDefinite() ? 1 : 0)
                .update(connection);
    }

    private Command signed(String statement, LeaderToken token, String intentId) throws SQLException {
        return sql.get(statement)
                .set("epoch", token.epoch())
                .set("holder", token.holderId())
                .set("intent_id", intentId);
    }
}
