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
 * Looks after a takeover that waits for fenced transactions: the session of one that holds it up and has lasted for longer
 * than the fence's bound, idle or busy, is ended. A takeover that waits for no longer than usual never opens the second
 * connection that this takes; one that has little patience is looked after while it lasts.
 */
final class TakeoverWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TakeoverWatch.class);
    private static final Duration USUAL = Duration.ofSeconds(1);

    /**
     * Where it takes two looks in a row, they have to come before the server gives up: InnoDB waits for whole seconds, which
     * may be two fifths of the patience.
     */
    private static final int LOOKS = 8;

    /**
     * InnoDB keeps what it shows for a tenth of a second after anybody has looked, and that begins again with every look: who
     * looks more often sees the same for ever.
     */
    private static final Duration APART = Duration.ofMillis(125);

    private static final Duration ANSWER = Duration.ofSeconds(5);

    private final Database database;
    private final Database.Ready ready;
    private final Duration age;
    private final Duration interval;
    private final CountDownLatch over = new CountDownLatch(1);

    private TakeoverWatch(Database database, Database.Ready ready, Duration age, Duration patience) {
        this.database = database;
        this.ready = ready;
        this.age = age;
        this.interval = interval(patience);
    }

    /** How far apart the looks are that are made for a takeover with this patience. */
    static Duration interval(Duration patience) {
        Duration often = patience.dividedBy(LOOKS);
        if (often.compareTo(APART) < 0) {
            return APART;
        }
        return often.compareTo(USUAL) < 0 ? often : USUAL;
    }

    /** Watches what this connection is about to wait for so patiently, until closed. */
    static TakeoverWatch over(
            Connection waiting, Database database, Database.Ready ready, RoleKeys keys, Duration age, Duration patience)
            throws SQLException {
        TakeoverWatch watch = new TakeoverWatch(database, ready, age, patience);
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
                List<Long> ended = blockers.expel(connection, ready.sql(), waiting, age);
                if (!ended.isEmpty()) {
                    LOG.warn(
                            "ended sessions {}: their fenced transactions had lasted for {} ms and held up a takeover",
                            ended,
                            age.toMillis());
                }
            } finally {
                Connections.drop(connection);
            }
        } catch (SQLException e) {
            LOG.warn(
                    "a takeover waits for fenced transactions, and those that last too long could not be ended ({}): if"
                            + " the account lacks rights, apply the shipped grants for {}",
                    e.getMessage(),
                    ready.dialect().folder());
        }
    }

    @Override
    public void close() {
        over.countDown();
    }
}
