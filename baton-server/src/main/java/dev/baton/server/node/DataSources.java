package dev.baton.server.node;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.server.config.ConfigException;
import dev.baton.server.config.DatabaseConfig.Login;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.jdbc.Connections;
import java.io.FileNotFoundException;
import java.io.PrintWriter;
import java.security.cert.CertificateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** Ways to a database: pooled for work, plain for elections. */
public final class DataSources {

    private static final Duration CONNECT = Duration.ofSeconds(5);

    /** For answers; while a driver signs in, a server that says nothing is given up as soon as one that is not there. */
    private static final Duration ANSWER = Duration.ofSeconds(60);

    /**
     * A connection that was used so recently is not asked whether it lives. What looks once a second would else ask twice:
     * the pool's own half second is shorter.
     */
    private static final Duration RECENT = Duration.ofMillis(1_500);

    private static final String ACCOUNT =
            ", database.user and the password in BATON_DB_PASSWORD or database.password_file";

    private static final String CERTIFICATE =
            ". The server's certificate has to be signed by somebody whom this Java trusts, for the name"
                    + " that the URL has, or the URL has to say what to trust: sslrootcert=FILE for PostgreSQL, serverSslCert=FILE or"
                    + " sslMode=trust for MariaDB's driver, trustStore=FILE or trustServerCertificate=true for SQL Server";

    private static final String AGREEMENT =
            ". The server and this Java have not agreed on TLS: let the server have version 1.2 or 1.3 and a cipher of today (what this"
                    + " Java refuses is in jdk.tls.disabledAlgorithms of its java.security), and let the URL name a certificate of ours if"
                    + " the server wants one";

    private static final String TRUSTED = "com.zaxxer.hikari.aliveBypassWindowMs";
    private static final Duration IDLE = Duration.ofMinutes(1);

    private DataSources() {}

    /** A pool; a database that is away now is no reason not to start. */
    public static HikariDataSource pool(Login login, int size) {
        if (System.getProperty(TRUSTED) == null) {
            System.setProperty(TRUSTED, Long.toString(RECENT.toMillis()));
        }
        HikariConfig config = new HikariConfig();
        config.setPoolName("baton");
        config.setDataSource(plain(login));
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(Math.min(2, size));
        config.setIdleTimeout(IDLE.toMillis());
        config.setConnectionTimeout(CONNECT.toMillis());
        config.setInitializationFailTimeout(-1);
        config.setKeepaliveTime(Duration.ofMinutes(1).toMillis());
        return new HikariDataSource(config);
    }

    /** Each connection is a new session. */
    public static DataSource plain(Login login) {
        return new Plain(login);
    }

    /**
     * A database that is away comes back; one that does not know this account, has another name, or cannot agree with the
     * driver on how to talk, does not.
     *
     * @throws ConfigException if waiting would not help
     */
    static void refuseUnlessPassing(SQLException error) {
        List<Dialect> dialects = Dialects.all();
        if (dialects.stream().anyMatch(dialect -> dialect.isLockedOut(error))
                || dialects.stream().noneMatch(dialect -> dialect.isTransient(error))) {
            throw new ConfigException(
                    "the database does not let us in (" + error.getMessage() + "): check database.url" + remedy(error),
                    error);
        }
    }

    private static String remedy(SQLException error) {
        if (!Connections.isRefusedByTls(error)) {
            return ACCOUNT;
        }
        return isAboutCertificates(error) ? CERTIFICATE : AGREEMENT;
    }

    /** Or about the file that was to hold some. */
    private static boolean isAboutCertificates(SQLException error) {
        for (Throwable t = error; t != null; t = t.getCause()) {
            if (t instanceof CertificateException || t instanceof FileNotFoundException) {
                return true;
            }
        }
        return false;
    }

    private static Properties properties(Login login) {
        Properties properties = new Properties();
        login.user().ifPresent(user -> properties.setProperty("user", user));
        login.password().ifPresent(password -> properties.setProperty("password", password));
        if (login.url().startsWith("jdbc:postgresql:")) {
            properties.setProperty("connectTimeout", Long.toString(CONNECT.toSeconds()));
            properties.setProperty("socketTimeout", Long.toString(CONNECT.toSeconds()));
            properties.setProperty("tcpKeepAlive", "true");
            properties.setProperty("ApplicationName", "baton");
        } else if (login.url().startsWith("jdbc:sqlserver:")) {
            properties.setProperty("loginTimeout", Long.toString(CONNECT.toSeconds()));
            properties.setProperty("socketTimeout", Long.toString(ANSWER.toMillis()));
            properties.setProperty("sendStringParametersAsUnicode", "false");
            if (login.auth().equals("azure-default")) {
                properties.setProperty("authentication", "ActiveDirectoryDefault");
            }
        } else if (login.url().startsWith("jdbc:mariadb:")) {
            properties.setProperty("connectTimeout", Long.toString(CONNECT.toMillis()));
            properties.setProperty("socketTimeout", Long.toString(CONNECT.toMillis()));
        }
        return properties;
    }

    /** The driver manager as a data source. */
    private record Plain(Login login) implements DataSource {

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = DriverManager.getConnection(login.url(), properties(login));
            try {
                if (connection.getNetworkTimeout() == CONNECT.toMillis()) { // and not what the URL says
                    connection.setNetworkTimeout(Runnable::run, Math.toIntExact(ANSWER.toMillis()));
                }
                return connection;
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
        }

        @Override
        public Connection getConnection(String username, String password) throws SQLException {
            throw new SQLFeatureNotSupportedException("the account is configured");
        }

        @Override
        public PrintWriter getLogWriter() {
            return null;
        }

        @Override
        public void setLogWriter(PrintWriter out) {}

        @Override
        public void setLoginTimeout(int seconds) {}

        /** Also how long the pool waits, when it is closed, for a connection that is just being opened. */
        @Override
        public int getLoginTimeout() {
            return Math.toIntExact(CONNECT.toSeconds());
        }

        @Override
        public Logger getParentLogger() throws SQLFeatureNotSupportedException {
            throw new SQLFeatureNotSupportedException();
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            throw new SQLException("this is not a " + type.getName());
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return false;
        }
    }
}
