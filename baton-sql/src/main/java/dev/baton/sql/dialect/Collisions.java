package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.Connections;
import java.sql.SQLException;

/**
 * Two processes that do the same at the same moment, as when all nodes of a cluster start together. Who comes second has
 * done nothing wrong and lacks no right: it tries again, and finds what the first one left.
 */
public final class Collisions {

    /** As many as may start together, and some more: of those that collide, one gets through each time. */
    private static final int TRIES = 20;

    private Collisions() {}

    /** Something that leaves nothing behind when it fails, and may be done twice. */
    @FunctionalInterface
    public interface Attempt<T> {
        T run() throws SQLException;
    }

    /** Tries until it came through, or failed for a reason that is not somebody else's speed. */
    public static <T> T retry(Dialect dialect, Attempt<T> attempt) throws SQLException {
        for (int tries = 1; ; tries++) {
            try {
                return attempt.run();
            } catch (SQLException e) {
                if (tries == TRIES || !wasSecond(dialect, e)) {
                    throw e;
                }
            }
        }
    }

    private static boolean wasSecond(Dialect dialect, SQLException error) {
        return dialect.isRolledBack(error) || dialect.isDuplicateKey(error) || dialect.isAlreadyThere(error);
    }

    /** Whether the database is away or somebody is in the way: no fault of the set-up, so it is waited for. */
    public static boolean isPassing(Dialect dialect, SQLException error) {
        return Connections.isOutOfReach(error)
                || dialect.isOutage(error)
                || dialect.isRolledBack(error)
                || dialect.isLockTimeout(error);
    }
}
