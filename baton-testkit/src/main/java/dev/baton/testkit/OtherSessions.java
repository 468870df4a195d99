package dev.baton.testkit;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * The sessions of a database but the one that asks, on servers that end one by {@code KILL}.
 *
 * @param query what lists them, by the number that ends them
 */
record OtherSessions(String query) {

    void end(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String session : all(statement)) {
                end(session, statement);
            }
        }
    }

    private List<String> all(Statement statement) throws SQLException {
        List<String> sessions = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                sessions.add(rows.getString(1));
            }
        }
        return sessions;
    }

    /** One that has ended by itself meanwhile is what was wanted. */
    private void end(String session, Statement statement) throws SQLException {
        try {
            statement.execute("KILL " + session);
        } catch (SQLException e) {
            if (all(statement).contains(session)) {
                throw e;
            }
        }
    }
}
