package dev.baton.sql;

import dev.baton.election.Threads;
import dev.baton.sql.jdbc.Connections;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears role changes that the database announces, where it can (PostgreSQL), so that followers look at once. A hint and
 * no more: whoever misses one looks a little later.
 */
final class RoleChanges implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RoleChanges.class);
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final Duration LISTEN = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final Database database;
    private final Consumer<String> changed;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = Threads.daemon("baton-role-changes", this::run);
    private volatile Connection connection;

    /** @param changed told the role; an empty one after a time in which announcements may have been missed */
    RoleChanges(Database database, Consumer<String> changed) {
        this.database = database;
        this.changed = changed;
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            do {
                try {
                    if (!canListen(database.ready())) {
                        return;
                    }
                    listen(database.ready().channel());
                } catch (SQLException | RuntimeException e) {
                    LOG.debug("not listening for role changes just now", e);
                }
            } while (!closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean canListen(Database.Ready ready) {
        if (ready.sql().find("role-announce").isEmpty()) {
            return false;
        }
        try {
            Class.forName("org.postgresql.PGConnection", false, RoleChanges.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private void listen(String channel) throws SQLException {
        connection = Connections.open(database.leadership(), ANSWER);
        try {
            connection.setAutoCommit(true);
            PGConnection listener = connection.unwrap(PGConnection.class);
            try (Statement statement = connection.createStatement()) {
                statement.execute("LISTEN " + listener.escapeIdentifier(channel));
            }
            changed.accept("");
            while (closed.getCount() > 0) {
                hear(listener);
            }
        } finally {
            Connections.drop(connection);
        }
    }

    private void hear(PGConnection listener) throws SQLException {
        PGNotification[] heard = listener.getNotifications(Math.toIntExact(LISTEN.toMillis()));
        if (heard == null || heard.length == 0) {
            if (!connection.isValid(Math.toIntExact(ANSWER.toSeconds()))) {
                throw new SQLException("the listening connection is gone");
            }
            return;
        }
        for (PGNotification notification : heard) {
            String payload = notification.getParameter();
            int colon = payload.indexOf(':');
            changed.accept(colon < 0 ? payload : payload.substring(0, colon));
        }
    }

    @Override
    public void close() {
        closed.countDown();
        Connection open = connection;
        if (open != null) {
            Connections.drop(open);
        }
        thread.interrupt();
    }
}
