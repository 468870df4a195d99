package dev.baton.simulation;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.StaleTokenException.Refusal;
import dev.baton.Strategy;
import dev.baton.spi.Bid;
import dev.baton.spi.DatabaseHistory;
import dev.baton.spi.Departure;
import dev.baton.spi.FenceVerdict;
import dev.baton.spi.LeaseRow;
import dev.baton.spi.Sighting;
import dev.baton.spi.Succession;
import java.time.Duration;
import java.util.Optional;

/** The statements that a node sends for one role. What a statement answers is seen by the client a message later. */
final class Sql {

    static final Object OK = "ok";
    static final Object TIMED_OUT = "lock timeout";
    static final Object NO_SUCH_TERM = "0 rows";
    static final Object NOT_STALE = "not stale";
    static final Object NO_FENCE = "no such savepoint";

    static final Statement BEGIN = session -> {
        session.begin();
        session.answer(OK);
    };

    static final Statement COMMIT = session -> {
        session.commit();
        session.answer(OK);
    };

    static final Statement ROLLBACK = session -> {
        session.rollback();
        session.answer(OK);
    };

    /** The server makes this transaction a deadlock's victim; whoever catches the error goes on without one. */
    static final Statement BE_VICTIM = session -> {
        session.rollback();
        session.answer(OK);
    };

    /** A change of the schema commits what was open before it. */
    static final Statement CHANGE_SCHEMA = session -> {
        session.commit();
        session.answer(OK);
    };

    /** Whether the transaction is still the one that passed the fence. */
    static final Statement PROVE_FENCE = session -> {
        boolean held = session.tx() != null && session.tx().isFenced();
        session.answer(held ? OK : NO_FENCE);
    };

    private final World world;
    private final RoleTable table;
    private final Strategy strategy;
    private final int node;

    Sql(World world, int role, int node) {
        this.world = world;
        this.table = world.database().table(role);
        this.strategy = world.scenario().strategy(role, node);
        this.node = node;
    }

    /** Waits for the session lock. A time-out is an answer, not an error: the session stays. */
    Statement lockSeat(long patience) {
        return session -> {
            table.seen(node, clock());
            session.lock(
                    table.seat(), true, false, patience, () -> session.answer(OK), () -> session.answer(TIMED_OUT));
        };
    }

    Statement unlockSeat() {
        return session -> {
            table.seat().releaseAllOf(session);
            session.answer(OK);
        };
    }

    Statement lockFence(boolean exclusive, long patience) {
        return session -> {
            session.tx().snapshot(table.row());
            lockFence(session, exclusive, patience, () -> session.answer(OK));
        };
    }

    /** A locking read: it shows the row as it is when the lock is granted. */
    Statement readFenceRow(long patience) {
        return session -> lockFence(
                session, !world.scenario().engine().sharesFence(), patience, () -> session.answer(table.fenceRow()));
    }

    private void lockFence(Session session, boolean exclusive, long patience, Runnable granted) {
        Lock fence = fence();
        if (fence.holder() != null && !exclusive) {
            world.tally().add(Tally.Count.FENCE_WAITS);
        }
        session.lock(fence, exclusive, true, patience, granted, session::failOnLock);
    }

    /** Planted: the lock's key is made of the name as this node spells it. */
    private Lock fence() {
        boolean other = world.bug() == Bug.FENCE_KEY_BY_SPELLING
                && !world.scenario().engine().hasFenceRow()
                && world.scenario().spellings().get(node);
        return other ? table.otherFence() : table.fence();
    }

    /** Reads the row and all that the succession depends on, in one snapshot. */
    Statement look() {
        return session -> session.answer(lookNow());
    }

    /** The same as a locking read: nobody changes the row before this transaction has ended. */
    Statement lookForUpdate() {
        return session -> session.lock(
                table.rowLock(),
                true,
                true,
                nanos(strategy.callTimeout()),
                () -> session.answer(lookNow()),
                session::failOnLock);
    }

    private Look lookNow() {
        table.seen(node, clock());
        Row row = visible(table.row());
        Optional<LeaseRow> seen =
                row == null ? Optional.empty() : Optional.of(believed(row).seenAt(clock()));
        return new Look(seen, now(), preferred());
    }

    /** Or, as planted bugs, by a clock that always says the same, and without a word of other histories. */
    private DatabaseHistory now() {
        Database database = world.database();
        boolean told = world.bug() != Bug.OTHER_HISTORIES_NOT_TOLD && database.tellsOfOtherHistories();
        long clock = world.bug() == Bug.LEAP_BY_A_CONSTANT ? 1L << 40 : clock() / 1_000_000;
        Duration age = Duration.ofNanos(database.historyAge());
        return new DatabaseHistory(database.timeline(), clock, table.highestRecorded(), told, age);
    }

    /**
     * Planted: an expired row looks as if its holder had been silent for its whole lease, or one that was left to somebody as if
     * anybody could have it.
     */
    private Row believed(Row row) {
        if (world.bug() == Bug.RESERVATION_NOT_SEEN && row.released()) {
            return row.released(row.expiresAt(), null, 0);
        }
        return world.bug() == Bug.HAND_EXPIRY_BELIEVED && row.expiresAt() <= clock()
                ? row.withRenewal(row.expiresAt() - row.lease())
                : row;
    }

    private Optional<String> preferred() {
        int preferred = world.scenario().preferred();
        boolean other = preferred >= 0 && preferred != node;
        return other && clock() - table.lastSeen(preferred) < nanos(strategy.lease())
                ? Optional.of(Names.node(preferred))
                : Optional.empty();
    }

    /** Writes the new term, its beginning, and the end of one that ended without a release. */
    Statement writeTerm(Bid bid, Succession.Granted granted) {
        return session -> session.lock(
                table.rowLock(),
                true,
                true,
                nanos(strategy.callTimeout()),
                () -> {
                    ended(granted).ifPresent(epoch -> session.tx().end(table, epoch));
                    session.tx().begin(table, term(bid, granted, session));
                    session.tx().moveFence(new RoleTable.FenceRow(bid.holderId(), granted.epoch()));
                    session.answer(session.tx().row());
                },
                session::failOnLock);
    }

    /** What was changed by hand does not tell which term it was; the history does. */
    private Optional<Long> ended(Succession.Granted granted) {
        return table.isChangedByHand() ? table.unended() : granted.ended().map(LeaseRow::epoch);
    }

    private Row term(Bid bid, Succession.Granted granted, Session session) {
        boolean carried = world.bug() != (bid.lock() ? Bug.LOCK_FORGETS_WHAT_IS_OWED : Bug.TRUST_NOT_CARRIED);
        Strategy own = bid.strategy();
        return new Row(
                bid.holderId(),
                bid.nodeId(),
                granted.epoch(),
                own.label(),
                own.takeover().label(),
                nanos(own.lease()),
                nanos(carried ? granted.trust() : own.trustWindow()),
                clock() + nanos(own.lease()),
                clock(),
                false,
                null,
                0,
                world.database().timeline(),
                own instanceof Strategy.Session ? session.id() : 0);
    }

    /** One conditional UPDATE, committed by itself. */
    Statement renew(LeaderToken token, boolean opened) {
        return onOwnRow(session -> {
            Row row = visible(table.row());
            boolean lease = strategy instanceof Strategy.Lease;
            long epoch = row != null && world.bug() == Bug.RENEW_WITHOUT_EPOCH ? row.epoch() : token.epoch();
            if (row == null
                    || !row.isHeldUnder(
                            token.holderId(), epoch, world.database().timeline())
                    || (lease && row.expiresAt() <= clock())) {
                session.rollback();
                session.answer(NO_SUCH_TERM);
                return;
            }
            Row next = row.renewed(clock(), opened ? nanos(strategy.trustWindow()) : row.trust());
            session.tx().update(table, next);
            world.checker().renewed(table, token);
            session.commit();
            session.answer(next);
            table.heartbeatAnswered();
        });
    }

    /** Marks the row and records the end, within a transaction that the client commits. */
    Statement release(LeaderToken token, Departure departure) {
        return session -> session.lock(
                table.rowLock(),
                true,
                true,
                nanos(strategy.callTimeout()),
                () -> {
                    Row row = visible(table.row());
                    if (row == null
                            || !row.isHeldUnder(
                                    token.holderId(),
                                    token.epoch(),
                                    world.database().timeline())) {
                        session.answer(NO_SUCH_TERM);
                        return;
                    }
                    session.tx().end(table, token.epoch());
                    session.tx().update(table, released(row, departure));
                    session.answer(OK);
                },
                session::failOnLock);
    }

    private Row released(Row row, Departure departure) {
        String successor = departure.successor().orElse(null);
        Row next = row.released(clock(), successor, clock() + nanos(departure.reservation()));
        return world.bug() == Bug.EPOCH_RESET_ON_RELEASE ? next.withEpoch(0) : next;
    }

    /** Under the row's lock: is the holder still as stale as it was seen, and which session has to go? */
    Statement chooseVictim(Sighting seen) {
        return session -> session.lock(
                table.rowLock(),
                true,
                true,
                nanos(strategy.callTimeout()),
                () -> session.answer(victim(seen)),
                session::failOnLock);
    }

    private Object victim(Sighting seen) {
        Row row = table.row();
        Session holder = table.seat().holder();
        boolean asSeen = row == null
                ? seen.holderId().isEmpty()
                : row.holderId().equals(seen.holderId()) && row.epoch() == seen.epoch();
        if (holder == null || !asSeen) {
            return NOT_STALE;
        }
        boolean recorded = row != null && holder.id() == row.session() && !row.released() && row.expiresAt() <= clock();
        boolean idle = holder.idleFor() >= nanos(strategy.lease());
        if (!recorded && !idle && world.bug() != Bug.EVICTION_WITHOUT_A_SECOND_LOOK) {
            return NOT_STALE;
        }
        world.checker().evicts(table, holder);
        return holder.id();
    }

    Statement kill(long victim) {
        return session -> {
            Session target = world.database().session(victim);
            if (target != null) {
                world.tally().add(Tally.Count.EVICTIONS);
                target.end(world.dice().chance(0.3));
            }
            session.answer(OK);
        };
    }

    /** The fence's check, in a snapshot of its own (or, as planted bugs, not). */
    Statement checkFence(LeaderToken token, FenceDemand demand) {
        return session -> {
            session.tx().passFence();
            session.answer(verdict(token, demand, table.row()));
        };
    }

    /** The same where the fence is a row: a token is current only if both rows carry it. */
    Statement checkFence(LeaderToken token, FenceDemand demand, RoleTable.FenceRow locked) {
        return session -> {
            session.tx().passFence();
            Row row = table.row();
            boolean same = row != null && locked.isOfSameTermAs(row);
            session.answer(same ? verdict(token, demand, row) : Optional.of(Refusal.SUPERSEDED));
        };
    }

    /** Planted: the check sees what the transaction saw when it asked for the lock. */
    Statement checkFenceInOldSnapshot(LeaderToken token, FenceDemand demand) {
        return session -> session.answer(verdict(token, demand, session.tx().snapshot()));
    }

    /** Planted: one statement that takes the lock and checks the row; its snapshot is from before the wait. */
    Statement lockAndCheckFence(LeaderToken token, FenceDemand demand, long patience) {
        return session -> {
            Row before = table.row();
            session.lock(
                    table.fence(),
                    false,
                    true,
                    patience,
                    () -> session.answer(verdict(token, demand, before)),
                    session::failOnLock);
        };
    }

    private Optional<Refusal> verdict(LeaderToken token, FenceDemand demand, Row committed) {
        Row row = visible(committed);
        return row == null
                ? Optional.of(Refusal.SUPERSEDED)
                : FenceVerdict.judge(
                        token,
                        demand,
                        row.holderId(),
                        row.epoch(),
                        row.expiresAt() <= clock(),
                        row.timeline() == world.database().timeline());
    }

    Statement write(LeaderToken token) {
        return session -> {
            if (session.tx() == null) {
                session.begin(); // as drivers do without being asked
            }
            session.tx().write(table, new RoleTable.FencedWrite(token.holderId(), token.epoch()));
            session.answer(OK);
        };
    }

    private Statement onOwnRow(Statement inside) {
        return session -> {
            session.begin();
            session.lock(
                    table.rowLock(),
                    true,
                    true,
                    nanos(strategy.callTimeout()),
                    () -> inside.run(session),
                    session::failOnLock);
        };
    }

    /** Planted: to a store that ignores timelines, every row looks as if it were of this one. */
    private Row visible(Row row) {
        return row != null && world.bug() == Bug.TIMELINE_IGNORED
                ? row.withTimeline(world.database().timeline())
                : row;
    }

    private long clock() {
        return world.database().clock();
    }

    private static long nanos(Duration duration) {
        return duration.toNanos();
    }
}
