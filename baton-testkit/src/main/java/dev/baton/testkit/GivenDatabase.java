package dev.baton.testkit;

import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;

/** Fresh databases on a server that was given by its URL, with rights to create them; dropped in the end. */
public final class GivenDatabase implements TestDatabase {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** How servers differ for a test. */
    private enum Kind {
        SQLSERVER("SELECT session_id FROM sys.dm_exec_sessions WHERE database_id = DB_ID() AND session_id <> @@SPID") {
            @Override
            String url(String server, String name) {
                return server + ";databaseName=" + name;
            }
        },
        MYSQL("SELECT id FROM performance_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()") {
            @Override
            String url(String server, String name) {
                return server.replaceFirst("/\\?", "/" + name + "?")
                        + "&sessionVariables=transaction_isolation='READ-COMMITTED'";
            }
        };

        private final String otherSessions;

        Kind(String otherSessions) {
            this.otherSessions = otherSessions;
        }

        abstract String url(String server, String name);
    }

    private final Kind kind;
    private final String server;
    private final String name;

    private GivenDatabase(Kind kind, String server) {
        this.kind = kind;
        this.server = server;
        this.name = "baton_" + ProcessHandle.current().pid() + "_" + NUMBER.incrementAndGet();
        try {
            administer("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("no database for the test", e);
        }
    }

    /**
     * On the SQL Server in {@code BATON_TEST_SQLSERVER_URL}: a JDBC URL with credentials that may create databases, view
     * the server's state and end sessions. Without it the test is skipped.
     */
    public static GivenDatabase sqlServer() {
        return new GivenDatabase(Kind.SQLSERVER, given("BATON_TEST_SQLSERVER_URL"));
    }

    /** On the MySQL in {@code BATON_TEST_MYSQL_URL}: {@code jdbc:mysql://host:port/?user=…&password=…}; else skipped. */
    public static GivenDatabase mySql() {
        return new GivenDatabase(Kind.MYSQL, given("BATON_TEST_MYSQL_URL"));
    }

    /** The same MySQL with MariaDB's driver, which wants to be told that the server's certificate is its own. */
    public static GivenDatabase mySqlByMariaDbsDriver() {
        return new GivenDatabase(Kind.MYSQL, urlOfMariaDbsDriver());
    }

    /** The same with the driver told to have the server prepare every statement, as the server can do with most. */
    public static GivenDatabase mySqlThatPrepares() {
        return new GivenDatabase(Kind.MYSQL, urlOfMariaDbsDriver() + "&useServerPrepStmts=true");
    }

    private static String urlOfMariaDbsDriver() {
        return given("BATON_TEST_MYSQL_URL").replaceFirst("^jdbc:mysql:", "jdbc:mariadb:") + "&sslMode=trust";
    }

    private static String given(String variable) {
        String url = System.getenv(variable);
        Assumptions.assumeTrue(url != null && !url.isBlank(), variable + " is not set: no such server to test on");
        return url;
    }

    /** Runs one statement outside of this database. */
    private void administer(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public String url() {
        return kind.url(server, name);
    }

    @Override
    public String dialect() {
        return kind == Kind.SQLSERVER ? "sqlserver" : "mysql";
    }

    @Override
    public boolean hasSessionLocks() {
        return true;
    }

    @Override
    public TestDatabase another() {
        return new GivenDatabase(kind, server);
    }

    @Override
    public Optional<InetSocketAddress> address() {
        return Optional.empty();
    }

    @Override
    public void endSessions() throws SQLException {
        new OtherSessions(kind.otherSessions).end(dataSource());
    }

    @Override
    public void close() {
        try {
            endSessions();
            administer("DROP DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("the test's database stays behind: " + name, e);
        }
    }
}
