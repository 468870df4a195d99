package dev.baton.failures.driver;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;

/** How a database and its driver say what went wrong, and what they do to the transaction then. */
public enum Engine {
    POSTGRESQL {
        @Override
        public String sessions() {
            return "SELECT CONCAT_WS(' ', pid, state, wait_event_type, pg_blocking_pids(pid), LEFT(query, 80))"
                    + " FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
        }

        @Override
        String shortLocks() {
            return "SET lock_timeout = 200";
        }

        @Override
        SQLException lost(String why) {
            return new SQLException("An I/O error occurred while sending to the backend: " + why, "08006");
        }

        @Override
        SQLException readOnly() {
            return new SQLException("ERROR: cannot execute in a read-only transaction", "25006");
        }

        @Override
        SQLException takenBack() {
            return new SQLException("ERROR: deadlock detected", "40P01");
        }

        @Override
        SQLException givenUp() {
            return new SQLException("ERROR: canceling statement due to statement timeout", "57014");
        }

        /** After any error nothing but a roll-back is taken. */
        @Override
        void spoil(Connection connection, boolean wholeTransaction) throws SQLException {
            if (!connection.getAutoCommit()) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("SELECT 1/0");
                } catch (SQLException e) {
                    // As it should be.
                }
            }
        }
    },
    H2 {
        @Override
        public String sessions() {
            return "SELECT CONCAT_WS(' ', SESSION_ID, SESSION_STATE, 'behind', BLOCKER_ID, EXECUTING_STATEMENT)"
                    + " FROM INFORMATION_SCHEMA.SESSIONS WHERE SESSION_ID <> SESSION_ID()";
        }

        @Override
        String shortLocks() {
            return "SET LOCK_TIMEOUT 200";
        }

        @Override
        SQLException lost(String why) {
            return new SQLNonTransientConnectionException("Connection is broken: " + why, "90067", 90067);
        }

        @Override
        SQLException readOnly() {
            return new SQLException("The database is read only", "90097", 90097);
        }

        @Override
        SQLException takenBack() {
            return new SQLTransactionRollbackException(
                    "Deadlock detected. The current transaction was rolled back", "40001", 40001);
        }

        @Override
        SQLException givenUp() {
            return new SQLTimeoutException("Timeout trying to lock table", "HYT00", 50200);
        }
    },
    MARIADB {
        @Override
        public String sessions() {
            return "SELECT CONCAT_WS(' ', ID, COMMAND, TIME, STATE, LEFT(INFO, 80))"
                    + " FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND ID <> CONNECTION_ID()";
        }

        /** It counts in seconds. */
        @Override
        String shortLocks() {
            return "SET SESSION innodb_lock_wait_timeout = 1";
        }

        @Override
        SQLException lost(String why) {
            return new SQLNonTransientConnectionException("Socket error: " + why, "08000");
        }

        @Override
        SQLException readOnly() {
            return new SQLException(
                    "The MariaDB server is running with the --read-only option so it cannot execute this statement",
                    "HY000",
                    1290);
        }

        @Override
        SQLException takenBack() {
            return new SQLTransactionRollbackException(
                    "Deadlock found when trying to get lock; try restarting transaction", "40001", 1213);
        }

        @Override
        SQLException givenUp() {
            return new SQLException("Lock wait timeout exceeded; try restarting transaction", "HY000", 1205);
        }
    };

    /** Who is connected and does what, in one column: for the report of something that is stuck. */
    public abstract String sessions();

    /** How long a session waits for a lock, as an application may have set it. */
    abstract String shortLocks();

    void hurry(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(shortLocks());
        }
    }

    abstract SQLException lost(String why);

    abstract SQLException readOnly();

    abstract SQLException takenBack();

    abstract SQLException givenUp();

    /** What an error of the server leaves of the transaction; these two roll it back without being asked. */
    void spoil(Connection connection, boolean wholeTransaction) throws SQLException {
        if (wholeTransaction && !connection.getAutoCommit()) {
            connection.rollback();
        }
    }

    /** Ends the session: not every driver's abort does. */
    static void cut(Connection connection) {
        try {
            connection.abort(Runnable::run);
            connection.close();
        } catch (SQLException | RuntimeException e) {
            // It is gone, or about to be.
        }
    }
}
