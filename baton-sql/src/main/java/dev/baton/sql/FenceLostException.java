package dev.baton.sql;

import java.sql.SQLTransactionRollbackException;

/**
 * The transaction that entered a fence was ended before its commit, and the lock that made it safe with it: the database
 * took it back (a deadlock, XACT_ABORT), a change of the schema committed it, or code in it committed or rolled back.
 * What came after that error ran in a transaction without a fence. Nothing of it is committed.
 *
 * <p>This says nothing against the token: a victim of a deadlock is no former leader, and may do the same again. SQLSTATE
 * 40000, a transaction that was rolled back.
 */
public final class FenceLostException extends SQLTransactionRollbackException {
    private static final long serialVersionUID = 1L;

    public FenceLostException() {
        super(
                "the fence was lost in the middle of its transaction, so nothing is committed: the database or a"
                        + " statement ended the transaction that entered it. Do not go on after an error of the database,"
                        + " and change no schema in fenced work",
                "40000");
    }
}
