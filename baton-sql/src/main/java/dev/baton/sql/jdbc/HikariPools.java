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
     * Whether it gives a connection or gives up by itself within this time, its look whether a connection lives included. Only
     * once it runs: it begins with a connection that its own time-out does not bound. And only the pool itself: who knows what a
     * wrapper does besides.
     */
    static boolean givesUpWithin(DataSource source, Duration atMost) {
        return PRESENT && Known.givesUpWithin(source, atMost);
    }

    /**
     * A connection that lies ready in it, although it would wait for longer by itself if there was none. That spares the thread
     * that waits where nothing else bounds it, and the two hand-overs that it costs. Empty if there is none, or if it may
     * take longer than this to see whether it lives.
     */
    static Optional<Connection> ready(DataSource source, Duration atMost) throws SQLException {
        return PRESENT ? Known.ready(source, atMost) : Optional.empty();
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

        /** Who sees one lie ready may find it taken; the next is given back before long. Late by this much is not late. */
        private static final Duration WAIT_FOR_A_FREE_ONE = Duration.ofMillis(100);

        /** Whose connections come from the pool as it gives them: a subclass may do more. */
        private static final ClassValue<Boolean> PLAIN = new ClassValue<>() {
            @Override
            protected Boolean computeValue(Class<?> type) {
                try {
                    return type.getMethod("getConnection").getDeclaringClass() == HikariDataSource.class;
                } catch (NoSuchMethodException e) {
                    return false;
                }
            }
        };

        static boolean givesUpWithin(DataSource source, Duration atMost) {
            return source instanceof HikariDataSource pool
                    && isBounded(pool)
                    && pool.getConnectionTimeout() + looking(pool) <= atMost.toMillis();
        }

        /** No time-out ends the wait for one that is suspended, nor a roll-back after its look whether a connection lives. */
        private static boolean isBounded(HikariDataSource pool) {
            return pool.isRunning() && !pool.isAllowPoolSuspension() && !pool.isIsolateInternalQueries();
        }

        /** For how long it may look whether a connection lives, in milliseconds: it asks drivers in whole seconds. */
        private static long looking(HikariDataSource pool) {
            return Math.max(1_000, pool.getValidationTimeout());
        }

        static Optional<Connection> ready(DataSource source, Duration atMost) throws SQLException {
            if (source instanceof HikariDataSource pool
                    && PLAIN.get(source.getClass())
                    && isBounded(pool)
                    && looking(pool) <= atMost.toMillis()
                    && pool.getHikariPoolMXBean() instanceof HikariPool connections
                    && connections.getIdleConnections() > 0) {
                return given(connections);
            }
            return Optional.empty();
        }

        private static Optional<Connection> given(HikariPool connections) throws SQLException {
            try {
                return Optional.of(connections.getConnection(WAIT_FOR_A_FREE_ONE.toMillis()));
            } catch (SQLTransientConnectionException e) {
                LOG.debug("what lay ready in {} was taken by others, or does not live", connections, e);
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
