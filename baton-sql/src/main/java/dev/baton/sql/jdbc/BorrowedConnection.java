package dev.baton.sql.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of somebody else's data source, fit for our use, and given back as it came. Pools hand out connections with
 * auto-commit off, read-only, at any isolation, without a network time-out; everything here is written for auto-commit,
 * writable, without dirty reads, and bounded. For one thread at a time.
 */
public final class BorrowedConnection implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(BorrowedConnection.class);

    /** At which no read is dirty, and no look locks what others write. */
    private static final Set<Integer> HARMLESS =
            Set.of(Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_REPEATABLE_READ);

    private static final Set<Integer> READ_COMMITTED = Set.of(Connection.TRANSACTION_READ_COMMITTED);

    /**
     * What each data source hands out, asked once: a pool hands out all its connections alike, and with some drivers the
     * question is a round trip.
     */
    private static final Map<DataSource, Integer> ISOLATIONS = Collections.synchronizedMap(new WeakHashMap<>());

    private final Connection connection;
    private final int networkTimeout;
    private final boolean autoCommit;
    private final boolean readOnly;
    private final int isolation;
    private final Set<Integer> harmless;

    /**
     * Takes one and makes it ready.
     *
     * @param opening how long the data source may take to give one
     * @param answer how long the database may take for each answer
     */
    public static BorrowedConnection from(DataSource source, Duration opening, Duration answer) throws SQLException {
        return take(source, opening, answer, HARMLESS);
    }

    /**
     * The same, always at READ COMMITTED: for whoever locks many rows, because above that MariaDB and MySQL lock the gaps
     * between them as well, and whoever inserts waits. Where a pool lends another isolation, it costs two round trips.
     */
    public static BorrowedConnection readCommitted(DataSource source, Duration opening, Duration answer)
            throws SQLException {
        return take(source, opening, answer, READ_COMMITTED);
    }

    private static BorrowedConnection take(DataSource source, Duration opening, Duration answer, Set<Integer> harmless)
            throws SQLException {
        Connection connection = Connections.open(source, opening);
        boolean ready = false;
        try {
            BorrowedConnection borrowed = new BorrowedConnection(connection, source, answer, harmless);
            ready = true;
            return borrowed;
        } finally {
            if (!ready) {
                Connections.drop(connection);
            }
        }
    }

    /** What somebody left unfinished on it is taken back: it is not ours to commit. */
    private BorrowedConnection(Connection connection, DataSource source, Duration answer, Set<Integer> harmless)
            throws SQLException {
        this.connection = connection;
        this.harmless = harmless;
        this.networkTimeout = networkTimeout(connection);
        Connections.bound(connection, answer);
        this.autoCommit = connection.getAutoCommit();
        if (!autoCommit) {
            connection.rollback();
            connection.setAutoCommit(true);
        }
        this.readOnly = connection.isReadOnly();
        if (readOnly) {
            connection.setReadOnly(false);
        }
        this.isolation = isolation(connection, source);
        if (!harmless.contains(isolation)) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        }
    }

    private static int networkTimeout(Connection connection) throws SQLException {
        try {
            return connection.getNetworkTimeout();
        } catch (SQLFeatureNotSupportedException e) {
            return 0;
        }
    }

    private static int isolation(Connection connection, DataSource source) throws SQLException {
        Integer known = ISOLATIONS.get(source);
        if (known == null) {
            known = connection.getTransactionIsolation();
            ISOLATIONS.put(source, known);
        }
        return known;
    }

    public Connection connection() {
        return connection;
    }

    /** Ends its session: whatever it was used for failed in a way that leaves its state unknown. */
    public void drop() {
        Connections.drop(connection);
    }

    /** Gives it back as it came; if it cannot be brought there any more, ends its session. */
    @Override
    public void close() {
        try {
            restore();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("a borrowed connection cannot be given back as it came", e);
            drop();
            return;
        }
        Connections.giveBack(connection);
    }

    private void restore() throws SQLException {
        if (!harmless.contains(isolation)) {
            connection.setTransactionIsolation(isolation);
        }
        if (readOnly) {
            connection.setReadOnly(true);
        }
        if (!autoCommit) {
            connection.setAutoCommit(false);
        }
        Connections.bound(connection, Duration.ofMillis(networkTimeout));
    }
}
