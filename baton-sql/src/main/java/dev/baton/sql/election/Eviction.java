package dev.baton.sql.election;

import dev.baton.election.Candidate;
import dev.baton.spi.Outcome;
import dev.baton.spi.Sighting;
import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.SessionLocks;
import dev.baton.sql.jdbc.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Ends the session of a holder that shows no sign of life. The session in the row goes if the row is stale; any other holder
 * of the lock only if it has itself been idle for a whole lease.
 */
record Eviction(Candidate candidate, SessionLocks locks, Database.Ready ready, LeaseRows rows) {

    /** @param inRow whether it is the one in the row */
    record Condemned(String session, boolean inRow) {}

    /** The session to be ended, if there is one. */
    Optional<Condemned> condemned(Connection connection, Sighting holder) throws SQLException {
        return locks.holder(
                        connection,
                        ready.sql(),
                        candidate.scopeKey(),
                        candidate.strategy().lease())
                .filter(locker -> locker.session() != null)
                .filter(locker -> locker.session().equals(holder.session()) || locker.idle())
                .map(locker -> new Condemned(locker.session(), locker.session().equals(holder.session())));
    }

    /** First the record, committed; then, under the row's lock, the same check once more and the kill. */
    Outcome.OfEvict evict(Connection connection, Sighting holder, Condemned condemned) throws SQLException {
        boolean recorded = Transactions.<Boolean, SQLException>inTransaction(connection, c -> {
            boolean stale = isStale(c, holder, condemned);
            if (stale) {
                String why = "session " + condemned.session() + " showed no sign of life for "
                        + candidate.strategy().lease().toMillis() + " ms; evicted by " + candidate.holderId();
                rows.record(c, holder.epoch(), holder.holderId(), holder.nodeId(), "evicted", why);
            }
            return stale;
        });
        if (!recorded) {
            return new Outcome.HeldBy(holder);
        }
        boolean kills = locks.killsInTransaction();
        boolean stillStale = Transactions.<Boolean, SQLException>inTransaction(connection, c -> {
            boolean stale = isStale(c, holder, condemned);
            if (stale && kills) {
                locks.kill(c, ready.sql(), condemned.session());
            }
            return stale;
        });
        if (stillStale && !kills) {
            locks.kill(connection, ready.sql(), condemned.session());
        }
        return stillStale ? new Outcome.Evicted(holder) : new Outcome.HeldBy(holder);
    }

    private boolean isStale(Connection connection, Sighting holder, Condemned condemned) throws SQLException {
        return !condemned.inRow() || rows.isStillStale(connection, holder);
    }
}
