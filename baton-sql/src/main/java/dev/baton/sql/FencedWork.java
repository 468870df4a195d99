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

    /** Writes. The connection is in the fenced transaction; commit, roll-back and close are not this method's business. */
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
