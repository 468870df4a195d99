package dev.baton.submissions.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which intents somebody else holds: an open transaction of the application's, a statement by hand. A leader passes over them and comes
 * back, because whoever waits inside the fence keeps a takeover waiting, and then its term is over.
 */
public final class HeldRows {

    private final SubmissionSql sql;

    public HeldRows(SubmissionSql sql) {
        this.sql = sql;
    }

    /** Those that nobody else holds; they are this transaction's now. */
    public Set<String> free(Connection connection, Collection<String> intentIds) throws SQLException {
        if (sql.setBased()) {
            return new HashSet<>(sql.get("intents-free")
                    .set("intent_id", intentIds.toArray(String[]::new))
                    .all(connection, row -> row.getString(1)));
        }
        return new HashSet<>(
                new IntentReads(sql).listed(connection, "intents-free", intentIds, row -> row.getString(1)));
    }

    /** An attempt by its number. */
    private record Begun(String intentId, int number) {}

    /**
     * Of attempts whose end was not written, those that are under way as before: somebody holds their intents. The others have moved on.
     *
     * @param ended all of them
     * @param written what was written of them
     */
    public Set<String> heldOf(List<EndedAttempt> ended, List<IntentAfterAttempt> written) throws SQLException {
        Map<String, Integer> numbers = new HashMap<>();
        ended.forEach(one -> numbers.put(one.intentId(), one.number()));
        written.forEach(one -> numbers.remove(one.intentId()));
        return numbers.isEmpty() ? Set.of() : underWay(numbers);
    }

    private Set<String> underWay(Map<String, Integer> numbers) throws SQLException {
        List<Begun> found = sql.use(c -> sql.setBased()
                ? sql.get("intents-under-way")
                        .set("intent_id", numbers.keySet().toArray(String[]::new))
                        .all(c, HeldRows::begun)
                : new IntentReads(sql).listed(c, "intents-under-way", numbers.keySet(), HeldRows::begun));
        Map<String, Integer> underWay = new HashMap<>();
        found.forEach(one -> underWay.put(one.intentId(), one.number()));
        underWay.entrySet().retainAll(numbers.entrySet());
        return underWay.keySet();
    }

    private static Begun begun(ResultSet row) throws SQLException {
        return new Begun(row.getString("intent_id"), row.getInt("attempt_count"));
    }
}
