package dev.baton.contract;

import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.DatabaseContract;
import dev.baton.testkit.contract.SessionContract;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The contract on the MySQL in {@code BATON_TEST_MYSQL_URL}: {@code jdbc:mysql://host:port/?user=…&password=…}. */
class MySqlContractTest extends DatabaseContract implements SessionContract {

    @Override
    protected TestDatabase open() {
        return new Given(GivenDatabase.given("BATON_TEST_MYSQL_URL"));
    }

    private static final class Given extends GivenDatabase {

        Given(String server) {
            super(server);
        }

        @Override
        public String url() {
            return server().replaceFirst("/\\?", "/" + name() + "?")
                    + "&sessionVariables=transaction_isolation='READ-COMMITTED'";
        }

        @Override
        public String dialect() {
            return "mysql";
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
                        statement.executeQuery("SELECT id FROM information_schema.processlist WHERE db = '" + name()
                                + "' AND id <> CONNECTION_ID()")) {
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
