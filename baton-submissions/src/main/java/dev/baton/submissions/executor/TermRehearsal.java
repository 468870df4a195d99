package dev.baton.submissions.executor;

import dev.baton.LeaderToken;
import dev.baton.submissions.executor.limits.GatewayGuards;
import dev.baton.submissions.executor.term.ExecutorParts;
import dev.baton.submissions.executor.term.TermContext;
import dev.baton.submissions.store.AttemptWrites;
import dev.baton.submissions.store.Feed;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A term without effect, gone through by one who does not lead: afterwards classes are loaded, statements known, a
 * connection is open, and the head of the queue is in the database's memory. It reads what a term reads and writes
 * batches of nothing.
 */
final class TermRehearsal {

    private static final Logger LOG = LoggerFactory.getLogger(TermRehearsal.class);

    private TermRehearsal() {}

    static void run(ExecutorParts parts) {
        try {
            parts.codec().read(parts.codec().write(TermContext.UNREADABLE));
            new GatewayGuards(parts.settings(), parts.time()).of("rehearsal");
            AttemptWrites writes = AttemptWrites.of(parts.sql());
            Feed feed = new Feed(parts.sql());
            parts.sql().use(c -> {
                read(parts, c, feed);
                writes.start(c, nobody(parts), List.of());
                writes.finish(c, nobody(parts), List.of());
                return true;
            });
        } catch (SQLException | RuntimeException e) {
            LOG.debug("the rehearsal was given up", e);
        }
    }

    private static void read(ExecutorParts parts, Connection connection, Feed feed) throws SQLException {
        feed.leftBehind(connection, nobody(parts), 1);
        feed.changes().begin(connection);
        for (String lane : feed.lanes(connection)) {
            feed.head(connection, lane, parts.settings().window());
        }
        feed.changes().load(connection, true, due -> {});
    }

    private static LeaderToken nobody(ExecutorParts parts) {
        return new LeaderToken("rehearsal", parts.baton().holderId(), 1);
    }
}
