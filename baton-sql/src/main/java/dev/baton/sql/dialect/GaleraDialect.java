package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * MariaDB with Galera, whose servers share rows but no locks. Named locks are local to a server, so it has no session
 * locks. A locking read is local as well, so a fenced transaction also <em>writes</em> the fence row: then it and a
 * takeover on another server conflict when they are certified, and the later of the two fails. Writers of one role come
 * one after the other here.
 *
 * <p>Leases compare instants of the clocks of several servers: they have to be kept together, or every instance has to use
 * the same server.
 */
class GaleraDialect extends MariaDbDialect {

    @Override
    public String folder() {
        return "galera";
    }

    @Override
    public List<String> folders() {
        return List.of(folder(), super.folder());
    }

    @Override
    public Optional<SessionLocks> sessionLocks() {
        return Optional.empty();
    }

    @Override
    public FenceReading enterFence(Connection connection, SqlCatalog sql, RoleKeys keys, Duration bound)
            throws SQLException {
        FenceReading reading = super.enterFence(connection, sql, keys, bound);
        if (reading instanceof FenceReading.Term) {
            sql.get("fence-touch").set("role", keys.role()).update(connection);
        }
        return reading;
    }

    @Override
    public Optional<String> server(Connection connection, SqlCatalog sql) throws SQLException {
        return sql.get("server-name").plain().first(connection, row -> row.getString("server"));
    }

    @Override
    String product() {
        return "MariaDB with Galera";
    }
}
