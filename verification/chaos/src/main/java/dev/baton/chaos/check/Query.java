package dev.baton.chaos.check;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Reads rows. */
final class Query {

    /**
     * Makes something of a row.
     *
     * @param <T> what
     */
    @FunctionalInterface
    interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private Query() {}

    static <T> List<T> all(Connection connection, String sql, Reader<T> reader) throws SQLException {
        List<T> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                rows.add(reader.read(row));
            }
        }
        return rows;
    }
}
