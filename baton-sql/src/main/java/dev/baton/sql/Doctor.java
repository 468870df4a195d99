package dev.baton.sql;

import dev.baton.SetupRefusedException;
import dev.baton.sql.database.Database;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Examines a database before anything depends on it: every check of the start-up self-test, one after the other, each
 * with its verdict instead of the first refusal alone.
 */
public final class Doctor {

    private final Database database;

    /**
     * @param application where the program's transactions will run
     * @param leadership where elections will run
     */
    @SuppressWarnings("exports") // for our own modules
    public Doctor(DataSource application, DataSource leadership, Database.Options options) {
        this.database = new Database(application, leadership, options);
    }

    /**
     * A verdict.
     *
     * @param check what was examined
     * @param passed whether it holds
     * @param sentence what was found, and the remedy if it does not hold
     */
    public record Finding(String check, boolean passed, String sentence) {}

    /** One check. */
    @FunctionalInterface
    private interface Check {
        String run() throws SQLException;
    }

    public List<Finding> examine() {
        List<Finding> findings = new ArrayList<>();
        Finding base = examine("server, schema, privileges, fence", () -> {
            Database.Ready ready = database.ready();
            return ready.dialect().folder() + ": a primary, schema " + ready.versions() + ", rights and fence hold";
        });
        findings.add(base);
        if (base.passed()) {
            findings.add(examine("session locks", () -> {
                if (database.ready().dialect().sessionLocks().isEmpty()) {
                    return "this database has none: use strategy lease, which needs none";
                }
                database.readyForSessions();
                return "they exclude, stay with their session, and can be taken from a dead one";
            }));
        }
        return List.copyOf(findings);
    }

    private static Finding examine(String what, Check check) {
        try {
            return new Finding(what, true, check.run());
        } catch (SetupRefusedException e) {
            return new Finding(what, false, e.getMessage());
        } catch (SQLException e) {
            return new Finding(what, false, "the database is out of reach: " + e.getMessage());
        }
    }
}
