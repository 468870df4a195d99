package dev.baton.sql.election;

import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.Blockers;
import dev.baton.sql.dialect.RoleKeys;
import dev.baton.sql.jdbc.Connections;
import dev.baton.support.Threads;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after a takeover that waits for fenced transactions, on databases that do not end idle ones by themselves: who
 * holds it up and has been idle for the fence's bound is a paused writer, and its session is ended. A takeover that waits
 * for no longer than usual never opens the second connection that this takes; one that has little patience is looked
 * after while it lasts.
 */
final class TakeoverWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TakeoverWatch.class);
    private static final Duration USUAL = Duration.ofSeconds(1);
    private static final Duration ANSWER = Duration.ofSeconds(5);

    private final Database database;
    private final Database.Ready ready;
    private final Duration idleFor;
    private final Duration interval;
    private final CountDownLatch over = new CountDownLatch(1);

    private TakeoverWatch(Database database, Database.Ready ready, Duration idleFor, Duration patience) {
        this.database = database;
        this.ready = ready;
        this.idleFor = idleFor;
        Duration third = patience.dividedBy(3);
        this.interval = third.compareTo(USUAL) < 0 ? third : USUAL;
    }

    /** Watches what this connection is about to wait for so patiently, until closed. */
    static TakeoverWatch over(
            Connection waiting,
            Database database,
            Database.Ready ready,
            RoleKeys keys,
            Duration idleFor,
            Duration patience)
            throws SQLException {
        TakeoverWatch watch = new TakeoverWatch(database, ready, idleFor, patience);
        Optional<Blockers> blockers = ready.dialect().blockers();
        if (blockers.isPresent()) {
            long number = blockers.get().number(waiting, ready.sql(), keys);
            Threads.daemon("baton-takeover-watch", () -> watch.run(blockers.get(), number))
                    .start();
        }
        return watch;
    }

    private void run(Blockers blockers, long waiting) {
        try {
            while (!over.await(interval.toMillis(), TimeUnit.MILLISECONDS)) {
                expel(blockers, waiting);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void expel(Blockers blockers, long waiting) {
        try {
            Connection connection = Connections.open(database.leadership(), ANSWER);
            try {
                Connections.bound(connection, ANSWER);
                connection.setAutoCommit(true);
                List<Long> ended = blockers.expel(connection, ready.sql(), waiting, idleFor);
                if (!ended.isEmpty()) {
                    LOG.warn(
                            "ended sessions {}: their fenced transactions had been idle for {} ms and held up a"
                                    + " takeover",
                            ended,
                            idleFor.toMillis());
                }
            } finally {
                Connections.drop(connection);
            }
        } catch (SQLException e) {
            LOG.warn(
                    "a takeover waits for fenced transactions, and this account may not end idle ones ({}): apply the"
                            + " shipped grants for {}",
                    e.getMessage(),
                    ready.dialect().folder());
        }
    }

    @Override
    public void close() {
        over.countDown();
    }
}
