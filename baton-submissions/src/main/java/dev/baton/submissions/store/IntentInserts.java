package dev.baton.submissions.store;

import dev.baton.sql.ActNote;
import dev.baton.sql.dialect.Collisions;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.Transactions;
import dev.baton.submissions.model.Cancellation;
import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.Limits;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What any node may write: new intents, and the end of a pending one by an operator. Needs no leadership. */
public final class IntentInserts {

    private static final int LONGEST_ACTOR = 200;

    private final SubmissionSql sql;
    private final IntentReads reads;

    public IntentInserts(SubmissionSql sql, IntentReads reads) {
        this.sql = sql;
        this.reads = reads;
    }

    /**
     * What a batch of inserts did.
     *
     * @param created those that were new, by id
     * @param existing those that were there before, by id
     * @param hashes what was asked for, by id
     */
    public record Inserted(
            Map<String, Intent> created, Map<String, StoredIntent> existing, Map<String, byte[]> hashes) {

        /** Those that were there when they should have been inserted and were gone when they were looked for. */
        public List<NewIntent> neither(List<NewIntent> rows) {
            return rows.stream()
                    .filter(row -> !created.containsKey(row.intentId()) && !existing.containsKey(row.intentId()))
                    .toList();
        }

        /** This and what was done afterwards for the rest. */
        public Inserted and(Inserted rest) {
            return new Inserted(both(created, rest.created), both(existing, rest.existing), both(hashes, rest.hashes));
        }

        private static <T> Map<String, T> both(Map<String, T> one, Map<String, T> other) {
            Map<String, T> both = new HashMap<>(one);
            both.putAll(other);
            return both;
        }
    }

    /**
     * Inserts what is not there yet, in one commit, and reads the rest. The rows come sorted by id, so that two batches
     * with the same ids wait for each other instead of dead-locking.
     */
    public Inserted insert(List<NewIntent> sorted) throws SQLException {
        return sql.use(c -> {
            Map<String, Intent> created = Collisions.retry(sql.dialect(), () -> insertAtOnce(c, sorted));
            return inserted(sorted, created, others -> reads.find(c, others));
        });
    }

    /** The same in the caller's transaction: it commits, and it fails when somebody is faster with one of the ids. */
    public Inserted insert(Connection connection, List<NewIntent> sorted) throws SQLException {
        Map<String, Intent> created =
                sql.setBased() ? insertSorted(connection, sorted) : insertEach(connection, sorted);
        return inserted(sorted, created, others -> reads.findMet(connection, others));
    }

    /** Reads intents that were there before. */
    @FunctionalInterface
    private interface Look {
        List<StoredIntent> at(Set<String> intentIds) throws SQLException;
    }

    private static Inserted inserted(List<NewIntent> sorted, Map<String, Intent> created, Look look)
            throws SQLException {
        Map<String, StoredIntent> existing =
                created.size() == sorted.size() ? Map.of() : existing(sorted, created.keySet(), look);
        Map<String, byte[]> hashes = new HashMap<>();
        sorted.forEach(row -> hashes.put(row.intentId(), row.payloadHash()));
        return new Inserted(created, existing, hashes);
    }

    private Map<String, Intent> insertSorted(Connection connection, List<NewIntent> sorted) throws SQLException {
        return sorted.size() == 1 ? insertOne(connection, sorted.get(0)) : insertSet(connection, sorted);
    }

    private static Map<String, StoredIntent> existing(List<NewIntent> rows, Set<String> created, Look look)
            throws SQLException {
        Set<String> others = new HashSet<>();
        rows.forEach(row -> others.add(row.intentId()));
        others.removeAll(created);
        Map<String, StoredIntent> existing = new HashMap<>();
        look.at(others).forEach(stored -> existing.put(stored.intent().intentId(), stored));
        return existing;
    }

    /** A lone row needs no arrays. */
    private Map<String, Intent> insertOne(Connection connection, NewIntent row) throws SQLException {
        return bound("accept-one", row)
                .first(connection, created -> row.createdAt(Command.instant(created, "created_at")))
                .map(intent -> Map.of(row.intentId(), intent))
                .orElse(Map.of());
    }

    private Map<String, Intent> insertSet(Connection connection, List<NewIntent> rows) throws SQLException {
        Map<String, NewIntent> byId = new HashMap<>();
        rows.forEach(row -> byId.putIfAbsent(row.intentId(), row));
        Map<String, Intent> created = new HashMap<>();
        sql.get("accept")
                .set("intent_id", column(rows, NewIntent::intentId))
                .set("submission_target", column(rows, NewIntent::target))
                .set("payload", rows.stream().map(NewIntent::payload).toArray(byte[][]::new))
                .set("payload_hash", rows.stream().map(NewIntent::payloadHash).toArray(byte[][]::new))
                .set("contract", column(rows, NewIntent::contract))
                .set("gateway", column(rows, NewIntent::gateway))
                .set("traceparent", column(rows, NewIntent::traceparent))
                .set("webhook_status", column(rows, NewIntent::webhookStatus))
                .set(
                        "max_acceptance_ms",
                        rows.stream().map(NewIntent::maxAcceptanceMillis).toArray(Long[]::new))
                .all(connection, row -> {
                    NewIntent intent = byId.get(row.getString("intent_id"));
                    return created.put(intent.intentId(), intent.createdAt(Command.instant(row, "created_at")));
                });
        return created;
    }

    private static String[] column(List<NewIntent> rows, Function<NewIntent, String> value) {
        return rows.stream().map(value).toArray(String[]::new);
    }

    /** One transaction; when somebody was faster with one of the ids, it is done once more: that one is then found. */
    private Map<String, Intent> insertAtOnce(Connection connection, List<NewIntent> rows) throws SQLException {
        return sql.setBased()
                ? insertSorted(connection, rows)
                : Transactions.<Map<String, Intent>, SQLException>inTransaction(connection, c -> insertEach(c, rows));
    }

    private Map<String, Intent> insertEach(Connection connection, List<NewIntent> rows) throws SQLException {
        Map<String, Intent> created = new HashMap<>();
        for (NewIntent row : rows) {
            if (bound("accept-row", row).update(connection) > 0) {
                reads.find(connection, row.intentId()).ifPresent(is -> created.put(row.intentId(), is.intent()));
            }
        }
        return created;
    }

    private Command bound(String statement, NewIntent row) throws SQLException {
        return sql.get(statement)
                .set("intent_id", row.intentId())
                .set("submission_target", row.target())
                .set("payload", row.payload())
                .set("payload_hash", row.payloadHash())
                .set("contract", row.contract())
                .set("gateway", row.gateway())
                .set("traceparent", row.traceparent())
                .set("webhook_status", row.webhookStatus())
                .set("max_acceptance_ms", row.maxAcceptanceMillis());
    }

    /**
     * Ends a pending intent on an operator's word, which is kept.
     *
     * @param note what else is to be on record about it
     */
    public Cancellation cancel(String intentId, String actor, Optional<ActNote> note) throws SQLException {
        return sql.use(c -> {
            String by = Limits.storable(actor, LONGEST_ACTOR);
            boolean cancelled = Collisions.retry(sql.dialect(), () -> cancelAtOnce(c, intentId, by, note));
            return reads.find(c, intentId)
                    .map(StoredIntent::intent)
                    .map(intent -> cancelled
                            ? (Cancellation) new Cancellation.Cancelled(intent)
                            : new Cancellation.AlreadyOver(intent))
                    .orElseGet(Cancellation.NotFound::new);
        });
    }

    private boolean cancelAtOnce(Connection connection, String intentId, String actor, Optional<ActNote> note)
            throws SQLException {
        if (sql.setBased() && note.isEmpty()) {
            return cancelAndTell(connection, intentId, actor); // a transaction by itself
        }
        return Transactions.<Boolean, SQLException>inTransaction(connection, c -> {
            boolean cancelled = sql.setBased() ? cancelAndTell(c, intentId, actor) : cancelRow(c, intentId, actor);
            if (cancelled && note.isPresent()) {
                note.get().write(c);
            }
            return cancelled;
        });
    }

    private boolean cancelAndTell(Connection connection, String intentId, String actor) throws SQLException {
        return sql.get("cancel")
                .set("intent_id", intentId)
                .set("actor", actor)
                .first(connection, row -> true)
                .isPresent();
    }

    private boolean cancelRow(Connection connection, String intentId, String actor) throws SQLException {
        boolean cancelled = sql.get("cancel-row").set("intent_id", intentId).update(connection) > 0;
        if (cancelled) {
            sql.get("audit-row")
                    .set("actor", actor)
                    .set("action", "cancel")
                    .set("intent_id", intentId)
                    .update(connection);
        }
        return cancelled;
    }
}
