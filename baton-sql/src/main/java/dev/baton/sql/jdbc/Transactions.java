package dev.baton.sql.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** One transaction on a connection that is otherwise in auto-commit. */
public final class Transactions {

    /** The statements of a transaction. */
    @FunctionalInterface
    public interface Body<T, X extends Exception> {
        T run(Connection connection) throws SQLException, X;
    }

    private Transactions() {}

    /** Commits the body's result, rolls back on any exception. */
    public static <T, X extends Exception> T inTransaction(Connection connection, Body<T, X> body)
            throws SQLException, X {
        boolean autoCommit = connection.getAutoCommit();
        connection.setAutoCommit(false);
        boolean committed = false;
        try {
            T result = body.run(connection);
            connection.commit();
            committed = true;
            return result;
        } finally {
            if (!committed) {
                rollback(connection);
            }
            restore(connection, autoCommit);
        }
    }

    private static void rollback(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            // The session is gone, and the transaction with it.
        }
    }

    private static void restore(Connection connection, boolean autoCommit) {
        try {
            connection.setAutoCommit(autoCommit);
        } catch (SQLException e) {
            // Whoever uses this connection next finds out that it is broken.
        }
    }
}
