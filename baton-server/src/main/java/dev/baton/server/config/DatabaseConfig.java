package dev.baton.server.config;

import dev.baton.sql.schema.TableNames;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;

/**
 * {@code [database]}
 *
 * @param url empty: the embedded PostgreSQL
 * @param leadership where elections run, if elsewhere
 * @param poolSize connections for everything but elections
 * @param migrate whether the schema is brought up to date at start, or only checked
 * @param tables in which schema the tables are, and how their names begin
 */
public record DatabaseConfig(
        Optional<Login> url, Optional<Login> leadership, int poolSize, boolean migrate, TableNames tables) {

    /**
     * How to reach a database.
     *
     * @param auth {@code password} or {@code azure-default}
     */
    public record Login(String url, Optional<String> user, Optional<String> password, String auth) {

        /** Nothing secret. */
        @Override
        public String toString() {
            return shown(url);
        }
    }

    /** Why nothing can be reached by this URL, from whatever machine; empty if something may. */
    public static Optional<String> unusable(String url) {
        if (!url.startsWith("jdbc:")) {
            return Optional.of("it must be a JDBC URL, like jdbc:postgresql://host/database");
        }
        if (DriverManager.drivers().anyMatch(driver -> accepts(driver, url))) {
            return Optional.empty();
        }
        return Optional.of(
                url.startsWith("jdbc:mysql:")
                        ? "the driver here is MariaDB's, which speaks to MySQL as well: let it begin with jdbc:mariadb:"
                        : "no driver here knows it: let it begin with jdbc:postgresql:, jdbc:sqlserver:, jdbc:mariadb: or"
                                + " jdbc:h2:");
    }

    private static boolean accepts(Driver driver, String url) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException e) {
            return true; // it is one of its own, and it will say what is wrong with it
        }
    }

    /** A URL without what is secret in it. */
    public static String shown(String url) {
        return url.replaceAll("(?i)(password|pwd|secret|accesstoken)=[^&;]*", "$1=***")
                .replaceAll("//[^/@:]*:[^/@]*@", "//***@");
    }
}
