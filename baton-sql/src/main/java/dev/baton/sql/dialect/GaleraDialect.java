package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.support.Stopwatch;
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

    /** After which a turn counts as left: longer than a first start takes, shorter than others wait. */
    private static final Duration TURN_LEFT = Duration.ofMinutes(1);

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

    /**
     * Named locks are local to a server, so a row is the turn of one program on all of them. Without it two servers that make
     * the same trigger at once would hang, and with them all who write: each of the two holds the trigger's name and waits
     * for the other (seen on MariaDB 10.11).
     */
    @Override
    public void lockSchema(Connection connection, SqlCatalog sql) throws SQLException {
        super.lockSchema(connection, sql);
        if (!hasTurns(connection, sql)) {
            return; // making the table of turns needs none
        }
        Stopwatch watch = Stopwatch.system();
        long begun = watch.elapsed();
        while (!takesTurn(connection, sql)) {
            if (watch.elapsed() - begun > SCHEMA_PATIENCE.toNanos()) {
                throw othersTurn();
            }
            sql.get("schema-turn-wait").plain().first(connection, row -> row.getInt("slept"));
        }
    }

    private static boolean hasTurns(Connection connection, SqlCatalog sql) throws SQLException {
        return sql.get("schema-exists")
                .plain()
                .first(connection, row -> row.getInt(1) > 0)
                .orElse(false);
    }

    /** Committed, so that all servers know; what others have changed in their turns is here by then. */
    private boolean takesTurn(Connection connection, SqlCatalog sql) throws SQLException {
        try {
            sql.get("schema-turn-left").set("left_s", TURN_LEFT.toSeconds()).update(connection);
            sql.get("schema-turn").plain().update(connection);
            connection.commit();
            return true;
        } catch (SQLException e) {
            if (!isDuplicateKey(e) && !isRolledBack(e)) {
                throw e;
            }
            connection.rollback();
            return false;
        }
    }

    @Override
    public void unlockSchema(Connection connection, SqlCatalog sql) throws SQLException {
        try {
            if (hasTurns(connection, sql)) {
                sql.get("schema-turn-end").plain().update(connection);
            }
        } finally {
            super.unlockSchema(connection, sql);
        }
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
