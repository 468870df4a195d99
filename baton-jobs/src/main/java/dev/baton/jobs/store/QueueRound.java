package dev.baton.jobs.store;

import dev.baton.sql.jdbc.NamedSql;
import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * A statement that is run for {@linkplain EachQueue each queue}: for some hundreds at a time, and then on where it stopped. So nobody
 * waits long, however many there are.
 */
public final class QueueRound {

    /** Each is two statements. */
    private static final int AT_ONCE = 500;

    private final String statement;
    private String after = "";

    public QueueRound(String statement) {
        this.statement = statement;
    }

    public String statement() {
        return statement;
    }

    /** Whether all queues have had their turn since the round began. */
    public boolean isOver() {
        return after.isEmpty();
    }

    /** For the next queues, or until enough was done, about; how much. One where it fails is passed over until the next round. */
    public int runForNext(SqlCatalog sql, Connection c, int enough, EachQueue.Run run) throws SQLException {
        NamedSql text = sql.get(statement);
        if (!EachQueue.namesQueue(text)) {
            return run.of("", text.plain());
        }
        int done = 0;
        for (int queues = 0; queues < AT_ONCE && done < enough; queues++) {
            String before = after;
            String queue = EachQueue.next(sql, c, before);
            if (queue == null) {
                after = "";
                break;
            }
            after = queue;
            done += run.of(queue, EachQueue.of(text, queue));
            after = done < enough ? queue : before;
        }
        return done;
    }
}
