package dev.baton.jobs.store;

import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.NamedSql;
import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A statement that goes by an index which begins with the queue names one, and is run for each queue in turn; any other once. */
public final class EachQueue {

    /** Where all queues begin. */
    public static final String FIRST = "";

    private static final String QUEUE = "queue";

    /** How many at a time: each is a statement or two. */
    public static final int LANES = 50;

    private EachQueue() {}

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
            SqlCatalog sql, Connection c, String statement, String after, int queues, int enough, Run run)
            throws SQLException {
        NamedSql text = sql.get(statement);
        if (!isByQueue(text)) {
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

    private static boolean isByQueue(NamedSql statement) {
        return statement.parameters().contains(QUEUE);
    }

    /** The queues that have jobs, from one to the next, and when the next job of each will be due, or of all. */
    static JobStore.Lanes readLanes(SqlCatalog sql, Connection c, QueueLane after) throws SQLException {
        NamedSql nextDue = sql.get("next-due");
        boolean byQueue = isByQueue(nextDue);
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
