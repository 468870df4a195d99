package dev.baton.sql;

import dev.baton.sql.database.Database;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.Connections;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Who leads what, and who led it before, as the database shows it. For operators and dashboards; decides nothing. */
public final class Leadership {

    private static final Duration OPENING = Duration.ofSeconds(5);

    private final Database database;

    Leadership(Database database) {
        this.database = database;
    }

    /**
     * A role's row.
     *
     * @param released whether its holder has left it
     */
    public record Leader(
            String role,
            String nodeId,
            String holderId,
            long epoch,
            String strategy,
            String takeover,
            Instant acquiredAt,
            Instant renewedAt,
            Instant expiresAt,
            boolean released) {}

    /** One entry of a role's history. */
    public record Entry(
            long id,
            String role,
            long epoch,
            String holderId,
            String nodeId,
            String event,
            String reason,
            Instant at) {}

    /** Every role that was ever led, by name. */
    public List<Leader> leaders() throws SQLException {
        return use((ready, c) -> ready.sql().get("leaders-list").plain().all(c, Leadership::leader));
    }

    /** The latest entries of a role's history, newest first. */
    public List<Entry> history(String role, int atMost) throws SQLException {
        return use((ready, c) ->
                ready.sql().get("history-list").set("role", role).atMost(atMost).all(c, Leadership::entry));
    }

    /** The latest entries of all roles' history, newest first. */
    public List<Entry> recent(int atMost) throws SQLException {
        return use((ready, c) ->
                ready.sql().get("history-recent").plain().atMost(atMost).all(c, Leadership::entry));
    }

    private static Leader leader(ResultSet row) throws SQLException {
        return new Leader(
                row.getString("lease_name"),
                row.getString("node_id"),
                row.getString("holder_id"),
                row.getLong("lease_epoch"),
                row.getString("strategy"),
                row.getString("takeover"),
                Command.instant(row, "acquired_at"),
                Command.instant(row, "renewed_at"),
                Command.instant(row, "expires_at"),
                row.getBoolean("released"));
    }

    private static Entry entry(ResultSet row) throws SQLException {
        return new Entry(
                row.getLong("id"),
                row.getString("lease_name"),
                row.getLong("lease_epoch"),
                row.getString("holder_id"),
                row.getString("node_id"),
                row.getString("event"),
                row.getString("reason"),
                Command.instant(row, "at"));
    }

    /** What is read from a connection. */
    @FunctionalInterface
    private interface Use<T> {
        T apply(Database.Ready ready, Connection connection) throws SQLException;
    }

    private <T> T use(Use<T> use) throws SQLException {
        Database.Ready ready = database.ready();
        return Connections.borrow(database.application(), OPENING, connection -> use.apply(ready, connection));
    }
}
