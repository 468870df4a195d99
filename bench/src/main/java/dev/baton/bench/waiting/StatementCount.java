package dev.baton.bench.waiting;

import dev.baton.bench.postgres.DurablePostgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/** Statements that the server has run for one account. */
final class StatementCount {

    private static final String CALLS = """
            SELECT s.query, s.calls
              FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid
             WHERE r.rolname = ?
            """;

    private final DurablePostgres postgres;
    private final String account;

    StatementCount(DurablePostgres postgres, String account) {
        this.postgres = postgres;
        this.account = account;
    }

    void reset() throws SQLException {
        postgres.text("SELECT pg_stat_statements_reset()");
    }

    /** Calls by the beginning of the statement. */
    Map<String, Long> calls() throws SQLException {
        try (Connection connection = postgres.direct().getConnection();
                PreparedStatement statement = connection.prepareStatement(CALLS)) {
            statement.setString(1, account);
            Map<String, Long> calls = new TreeMap<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    String query = rows.getString(1).replaceAll("\\s+", " ");
                    calls.merge(query.substring(0, Math.min(query.length(), 60)), rows.getLong(2), Long::sum);
                }
            }
            return calls;
        }
    }

    /** Calls of those whose text contains this. */
    long calls(String part) throws SQLException {
        try (Connection connection = postgres.direct().getConnection();
                PreparedStatement statement = connection.prepareStatement(CALLS)) {
            statement.setString(1, account);
            long calls = 0;
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    calls += rows.getString(1).contains(part) ? rows.getLong(2) : 0;
                }
            }
            return calls;
        }
    }

    /** Whether a statement only tells others that the node lives. */
    static boolean isRegistry(String query) {
        return query.matches("(INSERT INTO|DELETE FROM) baton_(nodes|candidates).*");
    }
}
