package dev.baton.submissions.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * What only leaders write about attempts. Every method runs inside a transaction that has entered the fence of every term that signs.
 * An intent that does not answer has moved on since it was read, cancelled or a stale copy, or {@linkplain HeldRows somebody holds it}.
 */
public interface AttemptWrites {

    /** Records the start of attempts on intents that are still pending, due, and at that attempt count. */
    List<Started> start(Connection connection, List<UnderTerm<Due>> due) throws SQLException;

    /** Ends those of these intents whose deadline has passed. */
    List<ExpiredIntent> expire(Connection connection, List<UnderTerm<String>> intentIds) throws SQLException;

    /** Records outcomes: the audit row, and what the outcome means for the intent by the database's clock. */
    List<IntentAfterAttempt> finish(Connection connection, List<UnderTerm<EndedAttempt>> finishes) throws SQLException;

    /** The way that this database takes. */
    static AttemptWrites of(SubmissionSql sql) throws SQLException {
        return sql.setBased() ? new SetAttemptWrites(sql) : new RowAttemptWrites(sql);
    }
}
