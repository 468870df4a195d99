package dev.baton.server.store;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rows of a table that are too old. They go a chunk at a time, each in a transaction of its own, so that none takes
 * long however many there are.
 *
 * @param what whose rows, for logs
 */
public record OldRows(String what, Removal removal) {

    /** How many rows go at once. */
    public static final int AT_ONCE = 2_000;

    /** Removes a chunk in the caller's transaction. */
    @FunctionalInterface
    public interface Removal {

        /** @return how many rows went; fewer than at most if no more are left */
        int remove(SqlCatalog sql, Connection connection, int atMost) throws SQLException;
    }

    /** All that a server keeps for a time. */
    public static List<OldRows> ofServer(List<AuditChain> chains, Duration age, Duration logAge) {
        List<OldRows> all = new ArrayList<>(ofAudit(chains, age));
        all.add(of("commands", "prune-commands", age));
        all.add(of("sessions", "prune-sessions", age));
        all.add(of("completions", "prune-completions", age));
        all.add(of("logs of runs", "prune-logs", logAge));
        return all;
    }

    /** What happened: election events and the audit, that of programs of before included. */
    static List<OldRows> ofAudit(List<AuditChain> chains, Duration age) {
        List<OldRows> all = new ArrayList<>();
        all.add(of("audit", "prune-audit", age));
        all.add(new OldRows("election events", (sql, c, atMost) -> events(sql, c, age, atMost)));
        for (AuditChain chain : chains) {
            all.add(new OldRows(
                    "audit of " + chain.nodeId(), (sql, c, atMost) -> AuditPruning.prune(sql, c, chain, age, atMost)));
        }
        return all;
    }

    private static OldRows of(String what, String statement, Duration age) {
        return new OldRows(
                what,
                (sql, c, atMost) -> sql.get(statement)
                        .set("age_ms", age.toMillis())
                        .set("at_most", atMost)
                        .update(c));
    }

    /** Role by role, until there are as many as may go. */
    private static int events(SqlCatalog sql, Connection c, Duration age, int atMost) throws SQLException {
        int removed = 0;
        Optional<String> role = roleAfter(sql, c, "");
        while (role.isPresent() && removed < atMost) {
            Optional<Long> lasting = termBefore(sql, c, role.get(), Long.MAX_VALUE, age);
            Optional<Long> before =
                    lasting.isPresent() ? termBefore(sql, c, role.get(), lasting.get(), age) : Optional.empty();
            if (before.isPresent()) {
                removed += sql.get("prune-events")
                        .set("role", role.get())
                        .set("epoch", before.get())
                        .set("age_ms", age.toMillis())
                        .set("at_most", atMost - removed)
                        .update(c);
            }
            role = roleAfter(sql, c, role.get());
        }
        return removed;
    }

    private static Optional<String> roleAfter(SqlCatalog sql, Connection c, String role) throws SQLException {
        return sql.get("events-next-role").set("after", role).first(c, row -> row.getString(1));
    }

    private static Optional<Long> termBefore(SqlCatalog sql, Connection c, String role, long epoch, Duration age)
            throws SQLException {
        return sql.get("events-term-before")
                .set("role", role)
                .set("epoch", epoch)
                .set("age_ms", age.toMillis())
                .first(c, row -> row.getLong(1));
    }
}
