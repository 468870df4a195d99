package dev.baton.sql.dialect;

import java.sql.SQLException;
import java.util.Set;

/** Looks through the chain of an exception for a SQLSTATE or a vendor's number. */
final class SqlErrors {

    private SqlErrors() {}

    static boolean hasState(SQLException error, Set<String> states) {
        for (Throwable t = error; t != null; t = t.getCause()) {
            if (t instanceof SQLException e && e.getSQLState() != null && states.contains(e.getSQLState())) {
                return true;
            }
        }
        return false;
    }

    /** Whether the database took the whole transaction back: a deadlock, a conflict, a failed certification. */
    static boolean isRolledBack(SQLException error) {
        for (Throwable t = error; t != null; t = t.getCause()) {
            if (t instanceof SQLException e
                    && e.getSQLState() != null
                    && e.getSQLState().startsWith("40")) {
                return true;
            }
        }
        return false;
    }

    static boolean hasCode(SQLException error, Set<Integer> codes) {
        for (Throwable t = error; t != null; t = t.getCause()) {
            if (t instanceof SQLException e && codes.contains(e.getErrorCode())) {
                return true;
            }
        }
        return false;
    }
}
