package dev.baton.sql.election;

import dev.baton.sql.database.Database;
import dev.baton.sql.jdbc.Connections;
import dev.baton.support.Signal;
import dev.baton.support.Texts;
import dev.baton.support.Threads;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits, inside the database, for the end of the session that holds the locks of the next process in the {@link SessionRing}, and tells
 * everybody when it comes. The locks themselves say who is in the ring, so nobody has to be registered or believed.
 */
final class NeighbourWatch implements AutoCloseable {

    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final Duration ENDING = Duration.ofSeconds(1);
    private static final Duration AFTER_ERROR = Duration.ofSeconds(1);
    private static final int LONGEST_NAME = 63;
    private static final Logger LOG = LoggerFactory.getLogger(NeighbourWatch.class);

    private final Database database;
    private final String name;
    private final Supplier<Optional<Duration>> patience;
    private final IntSupplier mark;
    private final Runnable lookNow;
    private final Signal changed = new Signal();
    private final Thread thread = Threads.daemon("baton-neighbour", this::run);
    private final Set<Integer> known = new HashSet<>();
    private volatile Connection connection;
    private Database.Ready ready;
    private Duration bound = Duration.ZERO;
    private final AtomicInteger news = new AtomicInteger();
    private volatile int neighbour;
    private volatile PreparedStatement waiting;
    private volatile boolean closed;

    /**
     * @param patience how long a wait in the database may last; empty while this process stands for nothing
     * @param mark of this process
     * @param lookNow told of a death
     */
    NeighbourWatch(
            Database database, String name, Supplier<Optional<Duration>> patience, IntSupplier mark, Runnable lookNow) {
        this.database = database;
        this.name = name;
        this.patience = patience;
        this.mark = mark;
        this.lookNow = lookNow;
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!closed) {
                Optional<Duration> slice = patience.get();
                if (slice.isEmpty()) {
                    drop();
                    changed.await(Long.MAX_VALUE);
                } else if (!watched(slice.get())) {
                    changed.await(AFTER_ERROR.toNanos());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            drop();
        }
    }

    private boolean watched(Duration slice) throws InterruptedException {
        try {
            watch(slice);
            return true;
        } catch (SQLException | RuntimeException e) {
            LOG.debug("the neighbour is not watched just now", e);
            drop();
            return false;
        }
    }

    /** A newcomer of which nothing was heard is watched after a slice. */
    private void watch(Duration slice) throws SQLException, InterruptedException {
        connect();
        bound(slice);
        int before = news.get();
        OptionalInt next = SessionRing.after(mark.getAsInt(), marks());
        if (next.isEmpty()) {
            changed.await(slice.toNanos());
        } else if (hasGone(next.getAsInt(), slice, before)) {
            lookNow.run();
            ready.sql()
                    .get("role-announce")
                    .set("channel", ready.channel())
                    .set("payload", "")
                    .run(connection);
        }
    }

    private void connect() throws SQLException {
        if (connection != null) {
            return;
        }
        ready = database.readyForSessions();
        bound = Duration.ZERO;
        connection = Connections.open(database.leadership(), ANSWER);
        connection.setAutoCommit(true);
        ready.sql().get("role-announce-session").plain().run(connection);
    }

    private void bound(Duration slice) throws SQLException {
        Duration longest = slice.plus(ANSWER);
        if (!longest.equals(bound)) {
            bound = longest;
            Connections.bound(connection, longest);
            String millis = Long.toString(longest.toMillis());
            ready.sql()
                    .get("sessions-prepare")
                    .set("call_ms", millis)
                    .set("idle_ms", millis)
                    .set("lock_ms", millis)
                    .set("name", Texts.cut("baton watches " + name, LONGEST_NAME))
                    .run(connection);
        }
    }

    /** The marks of the sessions that live. One that has ended since, though another process watches it, is noticed here. */
    private Set<Integer> marks() throws SQLException {
        Set<Integer> marks = new HashSet<>(ready.sql()
                .get("sessions-marks")
                .set("ring", SessionRing.of(ready.leaseTable()))
                .all(connection, row -> row.getInt("mark")));
        if (!marks.containsAll(known)) {
            lookNow.run();
        }
        known.clear();
        known.addAll(marks);
        return marks;
    }

    /** Whether the neighbour's session ended while it was waited for; not waited for if there was news since the look. */
    private boolean hasGone(int next, Duration slice, int before) throws SQLException {
        neighbour = next;
        try {
            if (news.get() != before) {
                return false;
            }
            ready.sql()
                    .get("sessions-watch")
                    .set("ring", SessionRing.of(ready.leaseTable()))
                    .set("mark", next)
                    .set("patience_ms", Long.toString(slice.toMillis()))
                    .tuned(statement -> waiting = statement)
                    .run(connection);
            return true;
        } catch (SQLException e) {
            if (ready.dialect().isLockTimeout(e)) {
                return false;
            }
            throw e;
        } finally {
            waiting = null;
            neighbour = 0;
        }
    }

    /** Somebody came: if it stands between this process and its neighbour, it is the neighbour now. */
    void joined(String newcomer) {
        int watched = neighbour;
        if (watched == 0 || SessionRing.isBetween(mark.getAsInt(), SessionRing.parse(newcomer), watched)) {
            look();
        }
    }

    /** From any thread: the ring may be another one. */
    void look() {
        news.incrementAndGet();
        changed.giveSignal();
        PreparedStatement statement = waiting;
        if (statement != null) {
            Threads.daemon("baton-neighbour-again", () -> cancel(statement)).start();
        }
    }

    /** The next slice would begin soon anyway, if this is too late or fails. */
    private static void cancel(PreparedStatement statement) {
        try {
            statement.cancel();
        } catch (SQLException e) {
            LOG.debug("the wait goes on until its slice ends", e);
        }
    }

    private void drop() {
        Connection left = connection;
        connection = null;
        if (left != null) {
            Connections.drop(left);
        }
    }

    @Override
    public void close() {
        closed = true;
        look();
        try {
            thread.join(ENDING.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Connection left = connection;
        if (left != null) {
            Connections.drop(left);
        }
        thread.interrupt();
    }
}
