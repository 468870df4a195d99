package dev.baton.submissions.executor;

import java.sql.SQLException;

/** Tells an error of the data from one of the database. */
final class DataErrors {

    private DataErrors() {}

    /** SQLSTATE class 22 (data exception) or 23 (constraint violation): a row is at fault, not the connection. */
    static boolean isData(SQLException error) {
        for (Throwable t = error; t != null; t = t.getCause()) {
            if (t instanceof SQLException e && e.getSQLState() != null) {
                return e.getSQLState().startsWith("22") || e.getSQLState().startsWith("23");
            }
        }
        return false;
    }
}
