package dev.baton.sql.election;

import dev.baton.SetupRefusedException;
import dev.baton.sql.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Two roles with one session-lock key would keep each other from ever being led. */
public final class RoleCollision {

    private RoleCollision() {}

    /** @throws SetupRefusedException if another role is known under the same key */
    public static void refuse(Database.Ready ready, Connection connection, String role, long scopeKey)
            throws SQLException {
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
