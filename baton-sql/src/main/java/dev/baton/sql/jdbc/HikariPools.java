package dev.baton.sql.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
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

        static boolean evicted(DataSource source, Connection connection) throws SQLException {
            if (!source.isWrapperFor(HikariDataSource.class)) {
                return false;
            }
            source.unwrap(HikariDataSource.class).evictConnection(connection);
            return true;
        }
    }
}
