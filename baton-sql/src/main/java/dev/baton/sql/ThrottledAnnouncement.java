package dev.baton.sql;

import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.Capability;
import dev.baton.sql.jdbc.Connections;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.support.Stopwatch;
import dev.baton.support.Threads;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * "There is new work", told to the other processes at most once per pause, however often it is said: announcing takes a
 * lock of the whole database server at commit, so it must never happen once per row. Silent where the database cannot
 * announce. To be made after the commit of what it is about. Its connection is kept while announcements are made, and no
 * longer. One that cannot be made, as when the server is full, is tried again each second for half a minute.
 */
public final class ThrottledAnnouncement implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ThrottledAnnouncement.class);
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final Duration RESTING = Duration.ofSeconds(2);
    private static final Duration AGAIN_AFTER = Duration.ofSeconds(1);
    private static final int MOST_TRIES = 30;
    private static final Duration LAST_ONE = Duration.ofSeconds(2);

    private final Database database;
    private final String channel;
    private final Duration pause;
    private final AtomicBoolean pending = new AtomicBoolean();
    private final AtomicInteger triesLeft = new AtomicInteger();
    private final ScheduledExecutorService thread;
    private volatile long allowedAt;
    private long restAt;
    private Connection connection;

    /**
     * @param pause how long after one announcement the next may follow
     */
    @SuppressWarnings("exports") // for our own modules
    public ThrottledAnnouncement(Database database, String channel, Duration pause) {
        this.database = database;
        this.channel = channel;
        this.pause = pause;
        this.thread = Executors.newSingleThreadScheduledExecutor(Threads.daemons("baton-announcement-" + channel));
    }

    /** Says it, soon; costs the caller nothing. */
    public void announceSoon() {
        triesLeft.set(MOST_TRIES);
        if (pending.compareAndSet(false, true)) {
            later(this::announce, allowedAt);
        }
    }

    private void later(Runnable task, long at) {
        try {
            long wait = Math.max(0, at - Stopwatch.system().elapsed());
            @SuppressWarnings("unused") // what it does is told by the others
            var unused = thread.schedule(task, wait, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closed) {
            LOG.debug("closed");
        }
    }

    private void announce() {
        pending.set(false);
        if (!announceOnce() && triesLeft.decrementAndGet() > 0 && pending.compareAndSet(false, true)) {
            later(this::announce, Stopwatch.system().elapsed() + AGAIN_AFTER.toNanos());
        }
    }

    /** Twice where a connection was kept: since then the database may have failed over. */
    private boolean announceOnce() {
        boolean kept = connection != null;
        return sent() || (kept && sent());
    }

    private boolean sent() {
        try {
            Database.Ready ready = database.ready();
            if (ready.dialect().can(Capability.NOTIFICATIONS)) {
                ready.sql()
                        .get("role-announce")
                        .set("channel", channel)
                        .set("payload", "")
                        .run(connected(ready.sql()));
                long now = Stopwatch.system().elapsed();
                allowedAt = now + pause.toNanos();
                restAt = now + RESTING.toNanos();
            }
            return true;
        } catch (SQLException | RuntimeException e) {
            LOG.debug("was not announced", e);
            disconnect();
            return false;
        }
    }

    /** An announcement need not survive a crash, so its commit waits for no disk. */
    private Connection connected(SqlCatalog sql) throws SQLException {
        if (connection == null) {
            connection = Connections.open(database.leadership(), ANSWER);
            Connections.bound(connection, ANSWER);
            connection.setAutoCommit(true);
            sql.get("role-announce-session").plain().run(connection);
            restAt = Stopwatch.system().elapsed() + RESTING.toNanos();
            later(this::rest, restAt);
        }
        return connection;
    }

    private void rest() {
        if (connection != null && restAt - Stopwatch.system().elapsed() > 0) {
            later(this::rest, restAt);
        } else {
            disconnect();
        }
    }

    private void disconnect() {
        if (connection != null) {
            Connections.drop(connection);
            connection = null;
        }
    }

    /** What is still to be announced is, unless the database takes long. */
    @Override
    public void close() {
        announceLast();
        thread.shutdownNow();
        try {
            if (thread.awaitTermination(ANSWER.toMillis(), TimeUnit.MILLISECONDS)) {
                disconnect();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void announceLast() {
        try {
            thread.submit(() -> pending.get() && announceOnce()).get(LAST_ONE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            LOG.debug("the last one was not announced", e);
        }
    }
}
