package dev.baton.sql.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells HikariCP, where it is the pool, that a connection is not coming back. Left to itself it finds out by an error, which
 * it logs as a warning with its stack.
 */
final class Eviction {

    private static final Logger LOG = LoggerFactory.getLogger(Eviction.class);
    private static final boolean HIKARI = isPresent("com.zaxxer.hikari.HikariDataSource");

    private Eviction() {}

    /** Whether the pool knows now. */
    static boolean from(DataSource source, Connection connection) {
        if (!HIKARI) {
            return false;
        }
        try {
            return Hikari.evicted(source, connection);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("{} cannot be told that a connection is gone", source, e);
            return false;
        }
    }

    private static boolean isPresent(String type) {
        try {
            Class.forName(type, false, Eviction.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Loaded only where there is a HikariCP. */
    private static final class Hikari {

        static boolean evicted(DataSource source, Connection connection) throws SQLException {
            if (!source.isWrapperFor(HikariDataSource.class)) {
                return false;
            }
            source.unwrap(HikariDataSource.class).evictConnection(connection);
            return true;
        }
    }
}
