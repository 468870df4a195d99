package dev.baton.submissions.store;

import dev.baton.sql.jdbc.Command;
import dev.baton.submissions.model.Attempt;
import dev.baton.submissions.model.AttemptsOfDay;
import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentHistory;
import dev.baton.submissions.model.IntentPage;
import dev.baton.submissions.model.IntentQuery;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.OutcomeStatus;
import dev.baton.submissions.model.WebhookState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is asked of intents. */
public final class IntentReads {

    /** SQL Server takes two thousand parameters. */
    private static final int MOST_LISTED = 256;

    private final SubmissionSql sql;

    public IntentReads(SubmissionSql sql) {
        this.sql = sql;
    }

    public Optional<Intent> get(String intentId) throws SQLException {
        return sql.use(c -> find(c, intentId)).map(StoredIntent::intent);
    }

    /** Several at once: an answer for each, in order. */
    public List<Optional<Intent>> get(List<String> intentIds) throws SQLException {
        if (intentIds.size() == 1) {
            return List.of(get(intentIds.get(0)));
        }
        Map<String, Intent> found = new HashMap<>();
        sql.use(c -> find(c, new HashSet<>(intentIds)))
                .forEach(stored -> found.put(stored.intent().intentId(), stored.intent()));
        return intentIds.stream().map(id -> Optional.ofNullable(found.get(id))).toList();
    }

    Optional<StoredIntent> find(Connection connection, String intentId) throws SQLException {
        return sql.get("intent-get").set("intent_id", intentId).first(connection, IntentReads::stored);
    }

    /** Those of these intents that are there. */
    List<StoredIntent> find(Connection connection, Collection<String> intentIds) throws SQLException {
        return find(connection, "intents-in", intentIds);
    }

    /** The same for a transaction of a caller's, which may have begun to read before they came. */
    List<StoredIntent> findMet(Connection connection, Collection<String> intentIds) throws SQLException {
        return find(connection, "intents-met", intentIds);
    }

    private List<StoredIntent> find(Connection connection, String listed, Collection<String> intentIds)
            throws SQLException {
        if (sql.setBased()) {
            return sql.get("intents-get")
                    .set("intent_id", intentIds.toArray(String[]::new))
                    .all(connection, IntentReads::stored);
        }
        return listed(connection, listed, intentIds, IntentReads::stored);
    }

    /** All of them in one statement, or as many as one may well take; sizes are rounded up, by asking for one again. */
    <T> List<T> listed(
            Connection connection, String statement, Collection<String> intentIds, Command.RowReader<T> reader)
            throws SQLException {
        List<String> ids = List.copyOf(intentIds);
        List<T> found = new ArrayList<>();
        for (int from = 0; from < ids.size(); from += MOST_LISTED) {
            List<String> some = ids.subList(from, Math.min(ids.size(), from + MOST_LISTED));
            int size = some.size() == 1 ? 1 : 2 * Integer.highestOneBit(some.size() - 1);
            Command command = sql.get(statement, "intent_id", size).plain();
            for (int i = 1; i <= size; i++) {
                command.set("intent_id_" + i, some.get(Math.min(i, some.size()) - 1));
            }
            found.addAll(command.all(connection, reader));
        }
        return found;
    }

    /** Those of these intents that have ended or whose first attempt is over. */
    public Set<String> settled(Collection<String> intentIds) throws SQLException {
        return sql.use(c -> {
            List<String> settled = sql.setBased()
                    ? sql.get("waited")
                            .set("intent_id", intentIds.toArray(String[]::new))
                            .all(c, row -> row.getString(1))
                    : listed(c, "waited-in", intentIds, row -> row.getString(1));
            return new HashSet<>(settled);
        });
    }

    public Optional<IntentHistory> history(String intentId) throws SQLException {
        return sql.use(c -> {
            Optional<StoredIntent> found = find(c, intentId);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            List<Attempt> attempts =
                    sql.get("attempts-get").set("intent_id", intentId).all(c, IntentReads::attempt);
            List<IntentHistory.Act> acts =
                    sql.get("audit-get").set("intent_id", intentId).all(c, IntentReads::act);
            return Optional.of(new IntentHistory(found.get().intent(), attempts, acts));
        });
    }

    /** One page; one row more is read to know whether there is another. */
    public IntentPage search(IntentQuery query) throws SQLException {
        PageCursor cursor = query.cursor().map(PageCursor::parse).orElse(PageCursor.NEWEST);
        List<Intent> found = sql.use(c -> sql.get("search")
                .set("status", query.status().map(IntentStatus::label).orElse(null))
                .set("target", query.target().orElse(null))
                .set("from_at", PageCursor.text(query.from().orElse(PageCursor.EARLIEST)))
                .set("to_at", PageCursor.text(query.to().orElse(PageCursor.LATEST)))
                .set("cursor_at", PageCursor.text(cursor.createdAt()))
                .set("cursor_id", cursor.intentId())
                .set("row_limit", query.limit() + 1)
                .all(c, row -> stored(row).intent()));
        if (found.size() <= query.limit()) {
            return new IntentPage(found, Optional.empty());
        }
        List<Intent> page = found.subList(0, query.limit());
        Intent last = page.get(page.size() - 1);
        return new IntentPage(page, Optional.of(new PageCursor(last.createdAt(), last.intentId()).format()));
    }

    private static StoredIntent stored(ResultSet row) throws SQLException {
        IntentStatus status = IntentStatus.of(row.getString("status"));
        boolean waits = status == IntentStatus.PENDING && !row.getBoolean("in_flight");
        Intent intent = new Intent(
                row.getString("intent_id"),
                row.getString("submission_target"),
                status,
                Optional.ofNullable(row.getString("rejected_reason")),
                Optional.ofNullable(row.getString("exhausted_reason")),
                row.getInt("attempt_count"),
                waits ? instant(row, "next_attempt_at") : Optional.empty(),
                Command.instant(row, "created_at"),
                instant(row, "completed_at"),
                Command.instant(row, "last_modified_at"),
                delivery(row));
        return new StoredIntent(intent, row.getBytes("payload_hash"));
    }

    private static Optional<Intent.Delivery> delivery(ResultSet row) throws SQLException {
        String state = row.getString("webhook_status");
        return state == null
                ? Optional.empty()
                : Optional.of(new Intent.Delivery(
                        WebhookState.of(state),
                        row.getInt("webhook_attempts"),
                        instant(row, "webhook_at"),
                        Optional.ofNullable(row.getString("webhook_error"))));
    }

    private static Attempt attempt(ResultSet row) throws SQLException {
        return new Attempt(
                row.getInt("attempt_number"),
                Command.instant(row, "started_at"),
                instant(row, "finished_at"),
                OutcomeStatus.of(row.getString("outcome_status")),
                Optional.ofNullable(row.getString("outcome_reason")).filter(reason -> !reason.isEmpty()),
                Optional.ofNullable(row.getString("error")).filter(error -> !error.isEmpty()),
                row.getLong("lease_epoch"),
                row.getString("holder_id"),
                Optional.ofNullable(row.getString("gateway_message_id")).filter(id -> !id.isEmpty()));
    }

    /** What is left of attempts whose intents were deleted for their age, the newest day first. */
    public List<AttemptsOfDay> attemptsByDay(Optional<String> target, int atMost) throws SQLException {
        return sql.use(c -> sql.get("attempts-by-day")
                .set("target", target.orElse(null))
                .set("row_limit", atMost)
                .all(c, IntentReads::ofDay));
    }

    static AttemptsOfDay ofDay(ResultSet row) throws SQLException {
        return new AttemptsOfDay(
                row.getString("submission_target"),
                LocalDate.parse(row.getString("attempt_day")),
                OutcomeStatus.of(row.getString("outcome_status")),
                row.getLong("attempts"),
                row.getLong("total_ms"),
                row.getLong("longest_ms"));
    }

    private static IntentHistory.Act act(ResultSet row) throws SQLException {
        return new IntentHistory.Act(Command.instant(row, "at"), row.getString("actor"), row.getString("action"));
    }

    private static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(Command.instant(row, column));
    }
}
