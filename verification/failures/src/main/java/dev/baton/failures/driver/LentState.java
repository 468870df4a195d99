package dev.baton.failures.driver;

import java.sql.Connection;
import java.sql.SQLException;

/** In what state a pool lends its connections: applications configure that, and we work with any. */
public enum LentState {
    AUTO_COMMIT {
        @Override
        void set(Connection connection) throws SQLException {
            connection.setAutoCommit(true);
        }
    },
    /** A usual setting with Hibernate. */
    MANUAL_COMMIT {
        @Override
        void set(Connection connection) throws SQLException {
            connection.setAutoCommit(false);
        }
    };

    abstract void set(Connection connection) throws SQLException;
}
