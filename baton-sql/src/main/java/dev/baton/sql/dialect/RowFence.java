package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.Command.RowReader;
import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * A fence made of a row, for databases without advisory locks that a transaction could share. The row is apart from the
 * lease row and only a takeover writes it, so heartbeats never wait for writers. A token is current only if both rows
 * carry it: who revokes by hand changes the lease row and need not know of the other.
 */
final class RowFence {

    private RowFence() {}

    /** A term as one of the two rows shows it. */
    private record Seen(String isolation, String holderId, long epoch, boolean expired, boolean sameTimeline) {

        boolean sameTermAs(Seen other) {
            return epoch == other.epoch && holderId.equals(other.holderId);
        }
    }

    /**
     * The locking read, then the look at the lease, and the mark.
     *
     * @param isolation reads from the locked row which isolation forbids a fence, empty if none does
     * @param atMost how long the lock is waited for; zero leaves it to the session's own time-out
     */
    static FenceReading enter(
            Dialect dialect,
            Connection connection,
            SqlCatalog sql,
            RoleKeys keys,
            RowReader<String> isolation,
            Duration atMost)
            throws SQLException {
        Optional<Seen> locked = sql.get("fence-shared")
                .set("role", keys.role())
                .within(atMost)
                .first(
                        connection,
                        row -> new Seen(
                                isolation.read(row),
                                row.getString("holder_id"),
                                row.getLong("lease_epoch"),
                                false,
                                true));
        if (locked.isPresent() && !locked.get().isolation().isEmpty()) {
            return new FenceReading.WrongIsolation(locked.get().isolation());
        }
        Optional<Seen> lease = sql.get("fence-check")
                .set("role", keys.role())
                .first(
                        connection,
                        row -> new Seen(
                                "",
                                row.getString("holder_id"),
                                row.getLong("lease_epoch"),
                                row.getBoolean("expired"),
                                row.getBoolean("same_timeline")));
        if (locked.isEmpty()) {
            return UnansweredFence.ask(connection, sql, "fence-rows", keys);
        }
        if (lease.isEmpty()) {
            return UnansweredFence.ask(connection, sql, "role-rows", keys);
        }
        if (!locked.get().sameTermAs(lease.get())) {
            return new FenceReading.NoTerm();
        }
        dialect.mark(sql).run(connection);
        Seen term = lease.get();
        return new FenceReading.Term(term.holderId(), term.epoch(), term.expired(), term.sameTimeline());
    }

    /** Locks the row by that statement, after creating it if this is the role's first takeover. */
    static void close(Dialect dialect, Connection connection, SqlCatalog sql, RoleKeys keys, String exclusive)
            throws SQLException {
        if (!lock(connection, sql, keys, exclusive)) {
            create(dialect, connection, sql, keys);
            lock(connection, sql, keys, exclusive);
        }
    }

    private static void create(Dialect dialect, Connection connection, SqlCatalog sql, RoleKeys keys)
            throws SQLException {
        try {
            sql.get("fence-create").set("role", keys.role()).run(connection);
        } catch (SQLException e) {
            if (!dialect.isDuplicateKey(e)) {
                throw e; // else another takeover was faster, and the row is there
            }
        }
    }

    private static boolean lock(Connection connection, SqlCatalog sql, RoleKeys keys, String exclusive)
            throws SQLException {
        return sql.get(exclusive)
                .set("role", keys.role())
                .first(connection, row -> true)
                .orElse(false);
    }

    /** The isolation of a transaction that a fence cannot trust, or empty. */
    static String forbiddenIsolation(Connection connection) throws SQLException {
        return switch (connection.getTransactionIsolation()) {
            case Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_READ_UNCOMMITTED -> "";
            case Connection.TRANSACTION_REPEATABLE_READ -> "repeatable read";
            case Connection.TRANSACTION_SERIALIZABLE -> "serializable";
            default -> "snapshot";
        };
    }
}
