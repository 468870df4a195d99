package dev.baton.sql;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * What a fenced transaction does.
 *
 * @param <T> its result
 * @param <X> what it may throw besides SQL errors
 */
@FunctionalInterface
public interface FencedWork<T, X extends Exception> {

    /** Writes. The connection is in the fenced transaction, and refuses to commit, to roll back and to be closed. */
    T run(Connection connection) throws SQLException, X;

    /**
     * The same without a result.
     *
     * @param <X> what it may throw besides SQL errors
     */
    @FunctionalInterface
    interface Action<X extends Exception> {
        void run(Connection connection) throws SQLException, X;
    }
}
