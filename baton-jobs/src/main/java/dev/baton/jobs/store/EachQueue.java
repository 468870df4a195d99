package dev.baton.jobs.store;

import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.NamedSql;
import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A statement that goes by an index which begins with the queue names one, and is run for each queue in turn; any other once. */
public final class EachQueue {

    private static final String QUEUE = "queue";

    /** Each is a statement or two. */
    private static final int LANES = 50;

    private EachQueue() {}

    /** Runs a statement once, and says how much it did. */
    @FunctionalInterface
    public interface Run {

        /** @param queue for which it is; empty if for all at once */
        int of(String queue, Command command) throws SQLException;
    }

    /** For these queues, until enough was done, about; or for all at once. */
    public static void run(
            SqlCatalog sql, Connection c, String statement, Collection<String> queues, int enough, Run run)
            throws SQLException {
        NamedSql text = sql.get(statement);
        if (!namesQueue(text)) {
            run.of("", text.plain());
            return;
        }
        int done = 0;
        for (String queue : queues) {
            done += done < enough ? run.of(queue, of(text, queue)) : 0;
        }
    }

    static boolean namesQueue(NamedSql statement) {
        return statement.parameters().contains(QUEUE);
    }

    static Command of(NamedSql statement, String queue) {
        return statement.set(QUEUE, queue);
    }

    /** The queues that have jobs, from one to the next, and when the next job of each will be due, or of all. */
    static JobStore.Lanes readLanes(SqlCatalog sql, Connection c, QueueLane after) throws SQLException {
        NamedSql nextDue = sql.get("next-due");
        boolean byQueue = namesQueue(nextDue);
        Long dueIn = byQueue ? null : dueIn(nextDue.plain(), c);
        List<QueueLane> lanes = new ArrayList<>();
        String queue = next(sql, c, after.queue());
        while (queue != null) {
            lanes.add(new QueueLane(queue, 0, byQueue ? dueIn(of(nextDue, queue), c) : dueIn));
            queue = lanes.size() < LANES ? next(sql, c, queue) : null;
        }
        return JobStore.Lanes.of(lanes, LANES);
    }

    private static Long dueIn(Command nextDue, Connection c) throws SQLException {
        return nextDue.first(c, row -> JobRows.number(row, "due_in_ms")).orElse(null);
    }

    /** The queue after another that has jobs; null if that was the last. */
    static String next(SqlCatalog sql, Connection c, String queue) throws SQLException {
        return sql.get("lane-next")
                .set("after", queue)
                .first(c, row -> row.getString(1))
                .orElse(null);
    }
}
