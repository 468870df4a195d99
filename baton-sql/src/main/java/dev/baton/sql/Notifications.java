package dev.baton.sql;

import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.Capability;
import dev.baton.sql.jdbc.Connections;
import dev.baton.sql.jdbc.PostgresDriver;
import dev.baton.support.Threads;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What other processes announce through the database, where it can (PostgreSQL): one listening connection for all
 * channels of this process. Hints and no more: every listener also looks by itself now and then, and is told with an
 * empty payload when announcements may have been missed.
 */
public final class Notifications implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Notifications.class);
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final Duration LISTEN = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final Database database;
    private final Map<String, List<Consumer<String>>> listeners = new ConcurrentHashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = Threads.daemon("baton-notifications", this::run);
    private volatile Connection connection;
    private volatile boolean renewed;

    Notifications(Database database) {
        this.database = database;
    }

    void start() {
        thread.start();
    }

    /** Whether announcements are heard just now: then nobody needs to look as often. */
    public boolean areHeard() {
        return connection != null;
    }

    /** Somebody who listens, until this is closed. */
    @FunctionalInterface
    public interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    /** Hears a channel from now on; told on one thread, in order, and must be quick. */
    public Listening listen(String channel, Consumer<String> heard) {
        boolean known = listeners.containsKey(channel);
        List<Consumer<String>> all = listeners.computeIfAbsent(channel, c -> new CopyOnWriteArrayList<>());
        all.add(heard);
        Connection listening = connection;
        if (!known && listening != null) {
            renewed = true;
            Connections.drop(listening);
        }
        return () -> all.remove(heard);
    }

    private void run() {
        try {
            do {
                renewed = false;
                if (!listenOnce()) {
                    return;
                }
            } while (renewed || !closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Listens until the connection breaks; false if this database cannot announce anything. */
    private boolean listenOnce() {
        try {
            if (!canListen(database.ready())) {
                return false;
            }
            listen();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("not listening just now", e);
        }
        return closed.getCount() > 0;
    }

    private static boolean canListen(Database.Ready ready) {
        return ready.dialect().can(Capability.NOTIFICATIONS) && PostgresDriver.isPresent();
    }

    private void listen() throws SQLException {
        Connection opened = Connections.open(database.leadership(), ANSWER);
        try {
            connection = opened;
            opened.setAutoCommit(true);
            Connections.bound(opened, LISTEN.plus(ANSWER));
            PGConnection listening = opened.unwrap(PGConnection.class);
            for (String channel : listeners.keySet()) {
                try (Statement statement = opened.createStatement()) {
                    statement.execute("LISTEN " + listening.escapeIdentifier(channel));
                }
            }
            listeners.values().forEach(heard -> heard.forEach(consumer -> consumer.accept("")));
            while (closed.getCount() > 0) {
                hear(opened, listening);
            }
        } finally {
            connection = null;
            Connections.drop(opened);
        }
    }

    private void hear(Connection opened, PGConnection listening) throws SQLException {
        PGNotification[] heard = listening.getNotifications(Math.toIntExact(LISTEN.toMillis()));
        if (heard == null || heard.length == 0) {
            if (!opened.isValid(Math.toIntExact(ANSWER.toSeconds()))) {
                throw new SQLException("the listening connection is gone");
            }
            return;
        }
        for (PGNotification notification : heard) {
            listeners
                    .getOrDefault(notification.getName(), List.of())
                    .forEach(consumer -> consumer.accept(notification.getParameter()));
        }
    }

    @Override
    public void close() {
        closed.countDown();
        Connection listening = connection;
        if (listening != null) {
            Connections.drop(listening);
        }
        thread.interrupt();
    }
}
