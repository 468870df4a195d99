package dev.baton.jobs.store;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;

/** Errors that may be gone a moment later, on each database. */
public final class TransientErrors {

    /** Connection, roll-back, resources, intervention of an operator; lock not available. */
    private static final Set<String> CLASSES = Set.of("08", "40", "53", "57");

    private static final Set<String> STATES = Set.of("55P03", "HYT00", "HYT01");

    /** SQL Server and Azure SQL: deadlock, throttling, fail-over, connection lost; 51222 is thrown by claim-end. */
    private static final Set<Integer> SQL_SERVER = Set.of(
            1204, 1205, 1222, 64, 233, 4060, 4221, 10053, 10054, 10060, 10928, 10929, 40143, 40197, 40501, 40540, 40613,
            42108, 42109, 49918, 49919, 49920, 51222);

    /** MariaDB and MySQL: lock wait, deadlock, too many connections, gone away. */
    private static final Set<Integer> MARIADB = Set.of(1040, 1205, 1213, 1020, 2006, 2013);

    /** H2: lock time-out, concurrent update, connection broken, database closed. */
    private static final Set<Integer> H2 = Set.of(50200, 90131, 90067, 90098, 90121, 40001);

    private TransientErrors() {}

    public static boolean isTransient(Throwable error) {
        for (Throwable t = error; t != null; t = t.getCause()) {
            if (t instanceof SQLException e && is(e)) {
                return true;
            }
        }
        return false;
    }

    /** The database cannot be reached at all. */
    static boolean isOutage(Throwable error) {
        for (Throwable t = error; t != null; t = t.getCause()) {
            if (t instanceof SQLException e && outage(e)) {
                return true;
            }
        }
        return false;
    }

    private static boolean is(SQLException e) {
        return e instanceof SQLTransientException
                || e instanceof SQLRecoverableException
                || outage(e)
                || (e.getSQLState() != null
                        && (STATES.contains(e.getSQLState()) || CLASSES.contains(prefix(e.getSQLState()))))
                || SQL_SERVER.contains(e.getErrorCode())
                || MARIADB.contains(e.getErrorCode())
                || H2.contains(e.getErrorCode());
    }

    private static boolean outage(SQLException e) {
        String state = e.getSQLState() == null ? "" : e.getSQLState();
        return e instanceof SQLNonTransientConnectionException
                || e instanceof SQLRecoverableException
                || state.startsWith("08")
                || state.startsWith("57P")
                || e.getErrorCode() == 90067
                || e.getErrorCode() == 90121
                || e.getErrorCode() == 90098;
    }

    private static String prefix(String state) {
        return state.substring(0, Math.min(2, state.length()));
    }
}
