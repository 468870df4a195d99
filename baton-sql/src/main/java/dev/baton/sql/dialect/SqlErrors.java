package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.Connections;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Looks through the chain of an exception. What JDBC and the SQL standard say stands here; the numbers that a vendor gives
 * to its errors stand in its dialect.
 */
final class SqlErrors {

    /** Connection, roll-back, resources, intervention of an operator. */
    private static final Set<String> TRANSIENT_CLASSES = Set.of("08", "40", "53", "57");

    /** A time-out of a statement, of a connection; a server that takes no writes, as one does that was the primary. */
    private static final Set<String> TRANSIENT_STATES = Set.of("HYT00", "HYT01", "25006");

    private SqlErrors() {}

    /** Whether any exception of the chain is such a one. */
    static boolean any(SQLException error, Predicate<SQLException> such) {
        for (Throwable t = error; t != null; t = t.getCause()) {
            if (t instanceof SQLException e && such.test(e)) {
                return true;
            }
        }
        return false;
    }

    static boolean hasState(SQLException error, Set<String> states) {
        return any(error, e -> e.getSQLState() != null && states.contains(e.getSQLState()));
    }

    static boolean hasCode(SQLException error, Set<Integer> codes) {
        return any(error, e -> codes.contains(e.getErrorCode()));
    }

    /** Whether the database took the whole transaction back: a deadlock, a conflict, a failed certification. */
    static boolean isRolledBack(SQLException error) {
        return any(error, e -> state(e).startsWith("40"));
    }

    /**
     * SQLSTATE class 22 (data exception) or 23 (constraint violation), of the first exception of the chain that has a
     * SQLSTATE at all.
     */
    static boolean isDataError(SQLException error) {
        for (Throwable t = error; t != null; t = t.getCause()) {
            if (t instanceof SQLException e && e.getSQLState() != null) {
                return state(e).startsWith("22") || state(e).startsWith("23");
            }
        }
        return false;
    }

    /** Whether the SQLSTATE is of such a class. */
    static boolean hasClass(SQLException error, Set<String> classes) {
        return any(error, e -> state(e).length() == 5 && classes.contains(classOf(e)));
    }

    private static String classOf(SQLException error) {
        return state(error).substring(0, 2);
    }

    /**
     * Whether the SQLSTATE is one that an application gave to the error of a trigger or a routine: of a class that begins as those
     * do which the standard leaves to others, or has never used, and that neither the server nor its driver has.
     */
    static boolean isOfTheApplications(SQLException error, Set<String> others) {
        return any(error, e -> state(e).length() == 5 && state(e).charAt(0) > '4' && !others.contains(classOf(e)));
    }

    /** Whether the driver or the SQLSTATE says that the same may work a moment later. */
    static boolean isTransient(SQLException error) {
        return any(
                error,
                e -> e instanceof SQLTransientException
                        || e instanceof SQLRecoverableException
                        || TRANSIENT_STATES.contains(state(e))
                        || TRANSIENT_CLASSES.stream().anyMatch(state(e)::startsWith));
    }

    /** Whether the SQLSTATE says that the account or the database is none of this server's, or TLS does not come about. */
    static boolean isLockedOut(SQLException error) {
        return any(error, e -> state(e).startsWith("28") || state(e).equals("3D000"))
                || Connections.isRefusedByTls(error);
    }

    private static String state(SQLException error) {
        return error.getSQLState() == null ? "" : error.getSQLState();
    }
}
