package dev.baton.submissions.executor;

import dev.baton.submissions.executor.limits.GatewayGuards;
import dev.baton.submissions.executor.term.ExecutorParts;
import dev.baton.submissions.executor.term.TermContext;
import dev.baton.submissions.store.AttemptWrites;
import dev.baton.submissions.store.Feed;
import dev.baton.support.Threads;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes through a term without effect before this node stands for the role: afterwards classes are loaded, statements known, a
 * connection is open, and the head of the queue is in the database's memory. It reads what a term reads and writes
 * batches of nothing.
 */
public final class ExecutorWarmUp {

    private static final Logger LOG = LoggerFactory.getLogger(ExecutorWarmUp.class);

    private final ExecutorParts parts;

    public ExecutorWarmUp(ExecutorParts parts) {
        this.parts = parts;
    }

    /** Waits for it, at most so long. */
    public void run(Duration atMost) {
        Thread thread = Threads.daemon("baton-executor-warm-up", this::run);
        thread.start();
        try {
            thread.join(atMost.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            parts.codec().read(parts.codec().write(TermContext.UNREADABLE));
            new GatewayGuards(parts.settings(), parts.time(), () -> {}).of("warm-up");
            AttemptWrites writes = AttemptWrites.of(parts.sql());
            Feed feed = new Feed(parts.sql());
            parts.sql().use(c -> {
                read(c, feed);
                writes.start(c, List.of());
                writes.finish(c, List.of());
                return true;
            });
        } catch (SQLException | RuntimeException e) {
            LOG.debug("the warm-up was given up", e);
        }
    }

    private void read(Connection connection, Feed feed) throws SQLException {
        feed.leftBehind(connection, "", 1);
        feed.changes().begin(connection);
        for (String lane : feed.lanes(connection)) {
            feed.head(connection, lane, parts.settings().window());
        }
        feed.changes().load(connection, true, "", due -> {});
    }
}
