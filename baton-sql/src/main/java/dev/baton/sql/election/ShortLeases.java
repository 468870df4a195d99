package dev.baton.sql.election;

import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.spi.Bid;
import dev.baton.spi.Outcome;
import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.Capability;
import dev.baton.sql.dialect.RoleKeys;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.Connections;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The short way for leases that nobody stands for: one that was given back is taken again by one statement, which closes the
 * fence like any takeover, and is given back by another. Neither is recorded nor announced. Whatever else a row may be
 * (missing, expired, reserved, of another history), is {@link LeaseStore}'s. Thread-safe.
 */
public final class ShortLeases {

    /**
     * Of so many terms in a row at least one is recorded, whoever takes them. A role whose row was deleted goes on above what
     * its history may not know.
     */
    static final long UNRECORDED = 1 << 20;

    /** Another taker has done by then. A fenced transaction that takes longer is waited for in the long way. */
    private static final Duration LOCK_BOUND = Duration.ofMillis(100);

    /** Of more roles than these some are tried once before somebody looks. */
    private static final int ROLES = 10_000;

    private final Database database;
    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    public ShortLeases(Database database) {
        this.database = database;
    }

    /** What became of an attempt. */
    public sealed interface Answer permits Taken, Held, Undecided {}

    /** A term, which no history knows of. */
    public record Taken(LeaderToken token) implements Answer {}

    /** Somebody has it. */
    public record Held() implements Answer {}

    /** Nothing was done: the long way decides. */
    public record Undecided() implements Answer {}

    /**
     * Tries once. Whoever was refused the last time looks first, and else whoever is not granted it looks then: so both of
     * the usual answers cost one statement.
     *
     * @param recorded whether a term has to be recorded: then it is only asked whether somebody has it
     * @param answer how long a connection, and each answer, is waited for
     * @param sending called before anything is sent that could take the role: what fails later has an unknown outcome
     */
    public Answer take(Bid bid, boolean recorded, Duration answer, Runnable sending) throws SQLException {
        Database.Ready ready = database.ready();
        return ready.dialect().can(Capability.RETAKES)
                ? Connections.useBorrowed(
                        database.leadership(), answer, connection -> take(ready, connection, bid, recorded, sending))
                : new Undecided();
    }

    private Answer take(Database.Ready ready, Connection connection, Bid bid, boolean recorded, Runnable sending)
            throws SQLException {
        boolean looks = recorded || refused.contains(bid.role());
        if (looks && isHeld(ready, connection, bid)) {
            return refused(bid.role());
        }
        if (recorded) {
            return new Undecided();
        }
        sending.run();
        Optional<LeaderToken> token = taken(ready, connection, bid);
        if (token.isPresent()) {
            refused.remove(bid.role());
            return new Taken(token.get());
        }
        return !looks && isHeld(ready, connection, bid) ? refused(bid.role()) : new Undecided();
    }

    private Answer refused(String role) {
        if (refused.size() >= ROLES) {
            refused.clear();
        }
        refused.add(role);
        return new Held();
    }

    private static boolean isHeld(Database.Ready ready, Connection connection, Bid bid) throws SQLException {
        return way(ready.sql().get("short-held").set("role", bid.role()), bid)
                .first(connection, row -> true)
                .orElse(false);
    }

    private static Optional<LeaderToken> taken(Database.Ready ready, Connection connection, Bid bid)
            throws SQLException {
        RoleKeys keys = ready.keys(bid.role(), bid.scopeKey());
        Strategy strategy = bid.strategy();
        try {
            return way(ready.sql().get("short-take").set("role", bid.role()), bid)
                    .set("holder", bid.holderId())
                    .set("node", bid.nodeId())
                    .set("lease_ms", strategy.lease().toMillis())
                    .set("fence_key", keys.fenceKey())
                    .set("bound_ms", Long.toString(LOCK_BOUND.toMillis()))
                    .set("unrecorded", UNRECORDED)
                    .first(connection, row -> new LeaderToken(bid.role(), bid.holderId(), row.getLong(1)));
        } catch (SQLException e) {
            if (ready.dialect().isLockTimeout(e) || ready.dialect().isRolledBack(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static Command way(Command command, Bid bid) {
        return command.set("strategy", bid.strategy().label())
                .set("takeover", bid.strategy().takeover().label())
                .set("scope_key", bid.scopeKey());
    }

    /** Gives a term back that was taken here. */
    public Outcome.OfRelease giveBack(LeaderToken token, Duration answer) {
        try {
            Database.Ready ready = database.ready();
            int rows = Connections.useBorrowed(
                    database.leadership(),
                    answer,
                    connection -> ready.sql()
                            .get("short-return")
                            .set("role", token.role())
                            .set("holder", token.holderId())
                            .set("epoch", token.epoch())
                            .update(connection));
            return rows == 1 ? new Outcome.Released() : new Outcome.Lost("not held any more");
        } catch (SQLException e) {
            return new Outcome.Failed(e);
        }
    }
}
