package dev.baton.sql.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What HikariCP, where it is the pool, can be asked and told. */
final class HikariPools {

    private static final Logger LOG = LoggerFactory.getLogger(HikariPools.class);
    private static final boolean PRESENT = isPresent("com.zaxxer.hikari.HikariDataSource");

    private HikariPools() {}

    /**
     * Whether it gives a connection or gives up by itself within this time. Only once it runs: it begins with a connection
     * that its own time-out does not bound. And only the pool itself: who knows what a wrapper does besides.
     */
    static boolean givesUpWithin(DataSource source, Duration atMost) {
        return PRESENT && Known.givesUpWithin(source, atMost);
    }

    /**
     * Whether it can be told how long to wait, although it would wait for longer by itself. That spares the thread that waits
     * where nothing else bounds it, and the two hand-overs that it costs. It cannot if it may be suspended, which no time-out
     * ends, or if it may take longer than this to see whether a connection is alive.
     */
    static boolean waitsAsTold(DataSource source, Duration atMost) {
        return PRESENT && Known.waitsAsTold(source, atMost);
    }

    /** A connection of such a pool, or empty if it had none in time. */
    static Optional<Connection> connection(DataSource source, Duration atMost) throws SQLException {
        return Known.connection(source, atMost);
    }

    /**
     * Tells it that a connection is not coming back. Left to itself it finds out by an error, which it logs as a warning with
     * its stack.
     *
     * @return whether it knows now
     */
    static boolean evicted(DataSource source, Connection connection) {
        if (!PRESENT) {
            return false;
        }
        try {
            return Known.evicted(source, connection);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("{} cannot be told that a connection is gone", source, e);
            return false;
        }
    }

    private static boolean isPresent(String type) {
        try {
            Class.forName(type, false, HikariPools.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Loaded only where there is a HikariCP. */
    private static final class Known {

        static boolean givesUpWithin(DataSource source, Duration atMost) {
            return source instanceof HikariDataSource pool
                    && pool.isRunning()
                    && pool.getConnectionTimeout() <= atMost.toMillis();
        }

        /** The class itself: a subclass may do more than its pool. */
        static boolean waitsAsTold(DataSource source, Duration atMost) {
            return source.getClass() == HikariDataSource.class
                    && source instanceof HikariDataSource pool
                    && pool.isRunning()
                    && !pool.isAllowPoolSuspension()
                    && pool.getValidationTimeout() <= atMost.toMillis()
                    && pool.getHikariPoolMXBean() instanceof HikariPool;
        }

        static Optional<Connection> connection(DataSource source, Duration atMost) throws SQLException {
            HikariPool pool = (HikariPool) ((HikariDataSource) source).getHikariPoolMXBean();
            try {
                return Optional.of(pool.getConnection(atMost.toMillis()));
            } catch (SQLTransientConnectionException e) {
                LOG.debug("{} gave no connection within {} ms", source, atMost.toMillis(), e);
                return Optional.empty();
            }
        }

        static boolean evicted(DataSource source, Connection connection) throws SQLException {
            if (!source.isWrapperFor(HikariDataSource.class)) {
                return false;
            }
            source.unwrap(HikariDataSource.class).evictConnection(connection);
            return true;
        }
    }
}
