package dev.baton.server.store;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * Election events that are too old, role by role. The name of every lock is a role, so there may be any number: a chunk looks
 * at a few of them, and the next one goes on where it stopped.
 */
final class OldEvents implements OldRows.Removal {

    /** Each is three statements. */
    static final int ROLES_AT_ONCE = 500;

    private final Duration age;

    /** All roles up to this one are done. */
    private String done = "";

    OldEvents(Duration age) {
        this.age = age;
    }

    @Override
    public OldRows.Chunk remove(SqlCatalog sql, Connection c, int atMost) throws SQLException {
        int removed = 0;
        for (int looked = 0; looked < ROLES_AT_ONCE; looked++) {
            Optional<String> role = roleAfter(sql, c, done);
            if (role.isEmpty()) {
                done = "";
                return new OldRows.Chunk(removed, false);
            }
            removed += removeOf(role.get(), sql, c, atMost - removed);
            if (removed == atMost) {
                return new OldRows.Chunk(removed, true);
            }
            done = role.get();
        }
        return new OldRows.Chunk(removed, true);
    }

    private int removeOf(String role, SqlCatalog sql, Connection c, int atMost) throws SQLException {
        Optional<Long> lasting = termBefore(sql, c, role, Long.MAX_VALUE);
        Optional<Long> before = lasting.isPresent() ? termBefore(sql, c, role, lasting.get()) : Optional.empty();
        if (before.isEmpty()) {
            return 0;
        }
        return sql.get("prune-events")
                .set("role", role)
                .set("epoch", before.get())
                .set("age_ms", age.toMillis())
                .set("at_most", atMost)
                .update(c);
    }

    private static Optional<String> roleAfter(SqlCatalog sql, Connection c, String role) throws SQLException {
        return sql.get("events-next-role").set("after", role).first(c, row -> row.getString(1));
    }

    private Optional<Long> termBefore(SqlCatalog sql, Connection c, String role, long epoch) throws SQLException {
        return sql.get("events-term-before")
                .set("role", role)
                .set("epoch", epoch)
                .set("age_ms", age.toMillis())
                .first(c, row -> row.getLong(1));
    }
}
