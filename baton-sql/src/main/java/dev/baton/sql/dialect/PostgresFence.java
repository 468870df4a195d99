package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * A fence made of an advisory lock. Lock and look are two statements in one round trip: each has a snapshot of its own, so
 * the row is read as it is once the lock is granted. Nearly always the lock is free and the session has no time-outs of its
 * own; then that is all. Everybody else pays further round trips: who has to shorten a time-out, to wait, or to learn why
 * the fence is not for him.
 */
final class PostgresFence {

    private static final Set<String> FRESH_SNAPSHOTS = Set.of("read committed", "read uncommitted");

    private final Connection connection;
    private final SqlCatalog sql;
    private final RoleKeys keys;
    private final String bound;

    PostgresFence(Connection connection, SqlCatalog sql, RoleKeys keys, Duration bound) {
        this.connection = connection;
        this.sql = sql;
        this.keys = keys;
        this.bound = bound.toMillis() + "ms";
    }

    /** @param bounded whether the transaction has no time-outs but those of the fence */
    private record Row(FenceReading reading, boolean bounded) {}

    private record Look(boolean locked, Optional<Row> row) {}

    /**
     * How the transaction stands to the fence.
     *
     * @param written whether it has already written something
     * @param held whether it has entered before
     */
    private record Standing(String isolation, boolean written, boolean held) {}

    FenceReading enter() throws SQLException {
        Look look = look();
        if (look.row().isPresent() && !look.row().get().bounded()) {
            sql.get("fence-shorten").set("bound", bound).run(connection);
        }
        if (look.row().isPresent() && !look.locked()) {
            Standing standing = standing();
            if (!FRESH_SNAPSHOTS.contains(standing.isolation())) {
                return new FenceReading.WrongIsolation(standing.isolation());
            }
            if (standing.written() && !standing.held()) {
                return new FenceReading.AlreadyWritten();
            }
            if (!standing.held()) {
                // For as long as a statement may take. Nobody passes a takeover that waits.
                sql.get("fence-wait").set("fence_key", keys.fenceKey()).run(connection);
            }
            look = look();
        }
        return look.row().isPresent()
                ? look.row().get().reading()
                : UnansweredFence.ask(connection, sql, "role-rows", keys);
    }

    private Look look() throws SQLException {
        return sql.get("fence-enter")
                .set("fence_key", keys.fenceKey())
                .set("bound", bound)
                .set("role", keys.role())
                .firstOfBoth(
                        connection,
                        row -> row.getBoolean(1),
                        row -> new Row(reading(row), row.getString(5) != null && row.getString(6) != null),
                        (locked, row) -> new Look(locked.orElse(false), row));
    }

    private static FenceReading reading(ResultSet row) throws SQLException {
        return new FenceReading.Term(row.getString(1), row.getLong(2), row.getBoolean(3), row.getBoolean(4));
    }

    private Standing standing() throws SQLException {
        return sql.get("fence-standing")
                .set("fence_key", keys.fenceKey())
                .first(connection, row -> new Standing(row.getString(1), row.getBoolean(2), row.getBoolean(3)))
                .orElseThrow();
    }
}
