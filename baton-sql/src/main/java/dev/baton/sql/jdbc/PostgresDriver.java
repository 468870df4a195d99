package dev.baton.sql.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;
import org.postgresql.PGStatement;

/** What PostgreSQL's own driver can do, where it is the one in use. */
public final class PostgresDriver {

    private PostgresDriver() {}

    public static boolean isPresent() {
        try {
            Class.forName("org.postgresql.PGConnection", false, PostgresDriver.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Whether a URL names several hosts, as the driver reads it: before the database's name, as a setting, or by a file of services. */
    public static boolean namesSeveralHosts(String url) {
        Properties read = isPresent() ? Driver.parseURL(url, null) : null;
        String hosts = read == null ? null : read.getProperty(PGProperty.PG_HOST.getName());
        return hosts != null && hosts.contains(",");
    }

    /** Has the server plan this statement each time, instead of keeping a plan from when the table was another size. */
    public static void planAnew(PreparedStatement statement) throws SQLException {
        if (isPresent() && statement.isWrapperFor(PGStatement.class)) {
            statement.unwrap(PGStatement.class).setPrepareThreshold(0);
        }
    }

    /**
     * Has the server keep every statement from its first use on, and not from the fifth. Not where the driver was told to have
     * none kept, as poolers may ask for.
     */
    public static void keepStatements(Connection connection) throws SQLException {
        if (isPresent() && connection.isWrapperFor(PGConnection.class)) {
            PGConnection driver = connection.unwrap(PGConnection.class);
            if (driver.getPrepareThreshold() > 0) {
                driver.setPrepareThreshold(1);
            }
        }
    }
}
