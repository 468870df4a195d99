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

    /** How a transaction ends well. */
    @FunctionalInterface
    public interface Commit {
        void on(Connection connection) throws SQLException;
    }

    private Transactions() {}

    /** Commits the body's result, rolls back on any exception. */
    public static <T, X extends Exception> T inTransaction(Connection connection, Body<T, X> body)
            throws SQLException, X {
        return inTransaction(connection, body, Connection::commit);
    }

    /** The same with a commit that may refuse. */
    public static <T, X extends Exception> T inTransaction(Connection connection, Body<T, X> body, Commit commit)
            throws SQLException, X {
        boolean autoCommit = connection.getAutoCommit();
        connection.setAutoCommit(false);
        boolean committed = false;
        try {
            T result = body.run(connection);
            commit.on(connection);
            committed = true;
            return result;
        } finally {
            if (committed || rolledBack(connection)) {
                restore(connection, autoCommit);
            }
        }
    }

    /** Where the roll-back fails, switching auto-commit on could commit instead: the session goes. */
    private static boolean rolledBack(Connection connection) {
        try {
            connection.rollback();
            return true;
        } catch (SQLException e) {
            Connections.drop(connection);
            return false;
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
