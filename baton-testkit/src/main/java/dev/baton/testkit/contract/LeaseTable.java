package dev.baton.testkit.contract;

import dev.baton.sql.jdbc.Command;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** Baton's tables as an operator sees and changes them, in words that every database takes. */
public final class LeaseTable {

    private final DataSource source;

    public LeaseTable(DataSource source) {
        this.source = source;
    }

    /** A lease row. */
    public record Row(String holderId, long epoch, String strategy, long trustMillis, long scopeKey) {}

    /** A line of the history. */
    public record Line(long epoch, String holderId, String event, String reason, Instant at) {}

    public Optional<Row> row(String role) throws SQLException {
        return rows(
                        "SELECT holder_id, lease_epoch, strategy, trust_ms, scope_key FROM baton_leases WHERE lease_name = ?",
                        r -> new Row(r.getString(1), r.getLong(2), r.getString(3), r.getLong(4), r.getLong(5)),
                        role)
                .stream()
                .findFirst();
    }

    /** The history of a role, oldest first. */
    public List<Line> history(String role) throws SQLException {
        return rows(
                "SELECT lease_epoch, holder_id, event, reason, at FROM baton_leader_events WHERE lease_name = ? ORDER BY id",
                r -> new Line(r.getLong(1), r.getString(2), r.getString(3), r.getString(4), Command.instant(r, "at")),
                role);
    }

    /** The events of one term, oldest first. */
    public List<String> term(String role, long epoch) throws SQLException {
        return history(role).stream()
                .filter(line -> line.epoch() == epoch)
                .map(Line::event)
                .toList();
    }

    /** Makes the holder look dead: its expiry is long past, by the database's clock. */
    public void expire(String role) throws SQLException {
        Timestamp longAgo = Timestamp.from(Instant.parse("2020-01-01T00:00:00Z"));
        update("UPDATE baton_leases SET expires_at = ?, renewed_at = ? WHERE lease_name = ?", longAgo, longAgo, role);
    }

    /** Makes the holder look silent, though its lease has not ended yet. */
    public void silence(String role) throws SQLException {
        Timestamp longAgo = Timestamp.from(Instant.parse("2020-01-01T00:00:00Z"));
        update("UPDATE baton_leases SET renewed_at = ? WHERE lease_name = ?", longAgo, role);
    }

    /** What an operator does who wants a leader gone. */
    public void revoke(String role) throws SQLException {
        update(
                "UPDATE baton_leases SET holder_id = 'nobody', lease_epoch = lease_epoch + 1, expires_at = acquired_at"
                        + " WHERE lease_name = ?",
                role);
    }

    /** What nobody should do. */
    public void delete(String role) throws SQLException {
        update("DELETE FROM baton_leases WHERE lease_name = ?", role);
    }

    public int update(String sql, Object... values) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return update(connection, sql, values);
        }
    }

    public static int update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            return statement.executeUpdate();
        }
    }

    /** Reads one row. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    public <T> List<T> rows(String sql, Reader<T> reader, Object... values) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            try (ResultSet found = statement.executeQuery()) {
                List<T> rows = new ArrayList<>();
                while (found.next()) {
                    rows.add(reader.read(found));
                }
                return rows;
            }
        }
    }

    private static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }
}
