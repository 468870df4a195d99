package dev.baton.server.store;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

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

        Chunk remove(SqlCatalog sql, Connection connection, int atMost) throws SQLException;
    }

    /**
     * What a removal came to.
     *
     * @param removed how many rows went
     * @param more whether there may be others
     */
    public record Chunk(int removed, boolean more) {

        /** Of a table that is searched as a whole: a full chunk may not be the last. */
        static Chunk of(int removed, int atMost) {
            return new Chunk(removed, removed == atMost);
        }
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
        all.add(new OldRows("election events", new OldEvents(age)));
        for (AuditChain chain : chains) {
            all.add(new OldRows(
                    "audit of " + chain.nodeId(),
                    (sql, c, atMost) -> Chunk.of(AuditPruning.prune(sql, c, chain, age, atMost), atMost)));
        }
        return all;
    }

    private static OldRows of(String what, String statement, Duration age) {
        return new OldRows(
                what,
                (sql, c, atMost) -> Chunk.of(
                        sql.get(statement)
                                .set("age_ms", age.toMillis())
                                .set("at_most", atMost)
                                .update(c),
                        atMost));
    }
}
