package dev.baton.failures.driver;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/** In what state a pool lends its connections: applications configure that, and we work with any. */
public enum LentState {
    AUTO_COMMIT(true, false, LentState.DEFAULT, ResultSet.HOLD_CURSORS_OVER_COMMIT),
    /** A usual setting with Hibernate. */
    MANUAL_COMMIT(false, false, LentState.DEFAULT, ResultSet.HOLD_CURSORS_OVER_COMMIT),
    /** A pool that was meant for reports. */
    READ_ONLY(true, true, Connection.TRANSACTION_REPEATABLE_READ, ResultSet.HOLD_CURSORS_OVER_COMMIT),
    /** For an application that wants its own transactions in order. */
    SERIALIZABLE(false, false, Connection.TRANSACTION_SERIALIZABLE, ResultSet.CLOSE_CURSORS_AT_COMMIT),
    /** All that can be set, otherwise than anybody would expect. */
    ODD(false, true, Connection.TRANSACTION_READ_UNCOMMITTED, ResultSet.CLOSE_CURSORS_AT_COMMIT);

    /** What the database gives by itself. */
    private static final int DEFAULT = Connection.TRANSACTION_NONE;

    private final boolean autoCommit;
    private final boolean readOnly;
    private final int isolation;
    private final int holdability;

    LentState(boolean autoCommit, boolean readOnly, int isolation, int holdability) {
        this.autoCommit = autoCommit;
        this.readOnly = readOnly;
        this.isolation = isolation;
        this.holdability = holdability;
    }

    /** Outside of a transaction, in which drivers refuse some of it. */
    void set(Connection connection) throws SQLException {
        connection.setAutoCommit(true);
        if (isolation != DEFAULT) {
            connection.setTransactionIsolation(isolation);
        }
        connection.setHoldability(holdability);
        connection.setReadOnly(readOnly);
        connection.setAutoCommit(autoCommit);
    }

    /** What a borrower finds, by the method that would change it. */
    Map<String, Object> settings() {
        return new TreeMap<>(Map.of(
                "setAutoCommit", autoCommit,
                "setReadOnly", readOnly,
                "setTransactionIsolation", isolation,
                "setHoldability", holdability));
    }
}
