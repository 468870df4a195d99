package dev.baton.contract;

import dev.baton.Strategy;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.DatabaseContract;
import dev.baton.testkit.contract.SessionContract;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The contract on the SQL Server in {@code BATON_TEST_SQLSERVER_URL}: a JDBC URL with credentials that may create
 * databases, view the server's state and end sessions.
 */
class SqlServerContractTest extends DatabaseContract implements SessionContract {

    @Override
    protected TestDatabase open() {
        return new Given(GivenDatabase.given("BATON_TEST_SQLSERVER_URL"));
    }

    /** A new session of Babelfish takes seconds to understand its first statements. */
    @Override
    public Strategy.Lease lease() {
        return new Strategy.Lease(Duration.ofSeconds(45), Duration.ofMillis(400), Duration.ofMillis(500));
    }

    private static final class Given extends GivenDatabase {

        Given(String server) {
            super(server);
        }

        @Override
        public String url() {
            return server() + ";databaseName=" + name();
        }

        @Override
        public String dialect() {
            return "sqlserver";
        }

        @Override
        public boolean hasSessionLocks() {
            return true;
        }

        @Override
        public TestDatabase another() {
            return new Given(server());
        }

        @Override
        public void endSessions() throws SQLException {
            try (Connection connection = dataSource().getConnection();
                    Statement statement = connection.createStatement()) {
                List<String> others = new ArrayList<>();
                try (ResultSet rows =
                        statement.executeQuery("SELECT session_id FROM sys.dm_exec_sessions WHERE database_id = DB_ID()"
                                + " AND session_id <> @@SPID")) {
                    while (rows.next()) {
                        others.add(rows.getString(1));
                    }
                }
                for (String other : others) {
                    statement.execute("KILL " + other);
                }
            }
        }
    }
}
