package dev.baton.jobs.store;

import dev.baton.sql.dialect.Capability;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.NamedSql;
import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Some databases index old jobs by queue. There the statement has a parameter {@code :queue} and is run once per queue;
 * elsewhere it is run once.
 */
public final class QueueByQueue {

    /** Where all queues begin. */
    public static final String FIRST = "";

    /** What looks through the jobs of all queues. */
    public static final Set<String> STATEMENTS = Set.of("next-due", "old-dead", "old-ended");

    private static final String QUEUE = "queue";

    /** How many at a time: each is a statement or two. */
    public static final int LANES = 50;

    private QueueByQueue() {}

    /** Runs a statement once, and says how much it did. */
    @FunctionalInterface
    public interface Run {
        int of(Command command) throws SQLException;
    }

    /**
     * Some of it, so that no transaction lasts longer the more queues there are.
     *
     * @param after the queue behind which to begin
     * @param queues how many at most
     * @param enough how much is enough for this time: about so much is done
     * @return behind which queue to go on; empty if all is done
     */
    public static Optional<String> run(
            JobDatabase database, Connection c, String statement, String after, int queues, int enough, Run run)
            throws SQLException {
        SqlCatalog sql = database.sql();
        NamedSql text = sql.get(statement);
        if (!STATEMENTS.contains(statement) || !isIndexedByQueue(database.dialect())) {
            return run.of(text.plain()) < enough ? Optional.empty() : Optional.of(FIRST);
        }
        String before = after;
        int done = 0;
        for (int looked = 0; looked < queues; looked++) {
            String queue = next(sql, c, before);
            if (queue == null) {
                return Optional.empty();
            }
            done += run.of(text.set(QUEUE, queue));
            if (done >= enough) {
                return Optional.of(before); // there may be more in this one
            }
            before = queue;
        }
        return Optional.of(before);
    }

    private static boolean isIndexedByQueue(Dialect dialect) {
        return dialect.can(Capability.INDEXES_BY_QUEUE);
    }

    /** The queues that have jobs, from one to the next, and when the next job of each will be due, or of all. */
    static JobStore.Lanes readLanes(SqlCatalog sql, Dialect dialect, Connection c, QueueLane after)
            throws SQLException {
        NamedSql nextDue = sql.get("next-due");
        boolean byQueue = isIndexedByQueue(dialect);
        Long dueIn = byQueue ? null : dueIn(nextDue.plain(), c);
        List<QueueLane> lanes = new ArrayList<>();
        String queue = next(sql, c, after.queue());
        while (queue != null) {
            lanes.add(new QueueLane(queue, 0, byQueue ? dueIn(nextDue.set(QUEUE, queue), c) : dueIn));
            queue = lanes.size() < LANES ? next(sql, c, queue) : null;
        }
        return JobStore.Lanes.of(lanes, LANES);
    }

    private static Long dueIn(Command nextDue, Connection c) throws SQLException {
        return nextDue.first(c, row -> JobRows.number(row, "due_in_ms")).orElse(null);
    }

    /** The queue after another that has jobs; null if that was the last. */
    private static String next(SqlCatalog sql, Connection c, String queue) throws SQLException {
        return sql.get("lane-next")
                .set("after", queue)
                .first(c, row -> row.getString(1))
                .orElse(null);
    }
}
