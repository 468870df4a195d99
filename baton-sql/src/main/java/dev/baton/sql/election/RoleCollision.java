package dev.baton.sql.election;

import dev.baton.SetupRefusedException;
import dev.baton.sql.database.Database;
import dev.baton.sql.jdbc.Connections;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/** Two roles with one session-lock key would keep each other from ever being led. */
public final class RoleCollision {

    private static final Duration BORROWING = Duration.ofSeconds(1);
    private static final Duration OPENING = Duration.ofSeconds(5);

    private RoleCollision() {}

    /**
     * On a connection of the application's pool: a process may stand for a thousand roles at once, and a new connection for each
     * would take half a minute. On one of its own if the pool has none to spare, so that the question is asked all the same.
     *
     * @throws SetupRefusedException if another role is known under the same key
     */
    public static void refuse(Database database, String role, long scopeKey) throws SQLException {
        Database.Ready ready = database.readyForSessions();
        try {
            ask(database.application(), BORROWING, ready, role, scopeKey);
        } catch (SQLException noneToSpare) {
            ask(database.leadership(), OPENING, ready, role, scopeKey);
        }
    }

    private static void ask(DataSource source, Duration bound, Database.Ready ready, String role, long scopeKey)
            throws SQLException {
        Connections.useBorrowed(source, bound, connection -> {
            refuse(ready, connection, role, scopeKey);
            return true;
        });
    }

    static void refuse(Database.Ready ready, Connection connection, String role, long scopeKey) throws SQLException {
        Optional<String> other = ready.sql()
                .get("role-collision")
                .set("scope_key", scopeKey)
                .set("role", role)
                .first(connection, row -> row.getString("lease_name"));
        if (other.isPresent()) {
            throw new SetupRefusedException("role '" + role + "' and role '" + other.get() + "' have the same lock key "
                    + scopeKey + ": give one of them another lock_key");
        }
    }
}
