package dev.baton.simulation;

import dev.baton.LeaderToken;
import java.util.ArrayList;
import java.util.List;

/** The server: committed data, sessions, a clock that can step, a timeline, and a log that a fail-over can shorten. */
final class Database {

    /** Undoes one commit. */
    private record Commit(
            RoleTable table, Row before, RoleTable.FenceRow fenceBefore, boolean byHand, int history, int writes) {

        static Commit on(RoleTable table) {
            return new Commit(
                    table,
                    table.row(),
                    table.fenceRow(),
                    table.isChangedByHand(),
                    table.history().size(),
                    table.writes().size());
        }
    }

    /** Of our days: epochs that leap to the clock are far above all others. */
    private static final long CLOCK_START = 1_800_000_000_000_000_000L;

    private final World world;
    private final Strand strand = new Strand("database");
    private final RoleTable[] tables;
    private final List<Session> sessions = new ArrayList<>();
    private final List<Commit> log = new ArrayList<>();
    private long clockOffset = CLOCK_START;
    private final long madeIn;
    private long timeline;
    private long sessionsOpened;
    private long downUntil;

    Database(World world, int roles, int nodes) {
        this.world = world;
        this.timeline = nextHistory(0);
        this.madeIn = timeline;
        this.tables = new RoleTable[roles];
        for (int i = 0; i < roles; i++) {
            tables[i] = new RoleTable(
                    i,
                    Names.role(i),
                    nodes,
                    () -> new Lock(world.scenario().engine().isFair(), world.dice()));
        }
    }

    Strand strand() {
        return strand;
    }

    RoleTable table(int role) {
        return tables[role];
    }

    /** The clock that every comparison of instants uses. */
    long clock() {
        return world.now() + clockOffset;
    }

    long timeline() {
        return timeline;
    }

    /** What anything but the row of a role tells of other histories: the tables were made in one. */
    boolean tellsOfOtherHistories() {
        return timeline != madeIn;
    }

    /** For how long at least this history has run, by the rows of all roles. */
    long historyAge() {
        long oldest = clock();
        for (RoleTable table : tables) {
            Row row = table.row();
            if (row != null && row.timeline() == timeline) {
                oldest = Math.min(oldest, row.renewedAt());
            }
        }
        return clock() - oldest;
    }

    boolean isDown() {
        return world.now() < downUntil;
    }

    Session open(Connection connection) {
        Session session = new Session(world, connection, ++sessionsOpened);
        sessions.add(session);
        return session;
    }

    Session session(long id) {
        for (Session session : sessions) {
            if (session.id() == id) {
                return session;
            }
        }
        return null;
    }

    List<String> releasedRoles() {
        List<String> released = new ArrayList<>();
        for (RoleTable table : tables) {
            if (table.row() != null && table.row().released()) {
                released.add(Names.role(table.index()));
            }
        }
        return released;
    }

    void apply(Tx tx) {
        RoleTable table = tx == null ? null : tx.table();
        if (table == null) {
            return;
        }
        log.add(Commit.on(table));
        Checker checker = world.checker();
        for (RoleTable.Entry entry : tx.entries()) {
            checker.recorded(table, entry);
            table.history().add(entry);
        }
        if (tx.beganTerm()) {
            checker.granted(table, table.row(), tx.row());
            table.changedByHand(false);
            table.fenceRow(tx.fenceRow());
        }
        if (tx.row() != null) {
            table.row(tx.row());
        }
        if (tx.write() != null) {
            checker.fencedCommit(table, tx.write());
            table.writes().add(tx.write());
        }
    }

    void releaseTransactionLocks(Session session) {
        for (RoleTable table : tables) {
            table.locksOfTransactions().forEach(lock -> lock.releaseTransaction(session));
        }
    }

    void forget(Session session) {
        sessions.remove(session);
        for (RoleTable table : tables) {
            table.seat().releaseAllOf(session);
            table.locksOfTransactions().forEach(lock -> lock.releaseAllOf(session));
        }
    }

    /** Planted: the mark of a holder that was never allowed to open its gate. */
    void markReleased(int role, LeaderToken token) {
        RoleTable table = tables[role];
        Row row = table.row();
        if (row != null && row.isHeldUnder(token.holderId(), token.epoch(), timeline)) {
            Tx tx = new Tx();
            tx.end(table, token.epoch());
            tx.update(table, row.released(clock(), null, 0));
            apply(tx);
        }
    }

    /** An operator's own statement, committed by itself. */
    void changeByHand(RoleTable table, Row changed) {
        log.add(Commit.on(table));
        table.row(changed);
        table.changedByHand(true);
    }

    void stepClock(long delta) {
        clockOffset += delta;
    }

    void stall(long until) {
        strand.hold(until);
    }

    /** Every session dies, what was not committed is lost, and nobody gets in for a while. */
    void restart(long backAt, boolean quietly) {
        downUntil = backAt;
        for (Session session : List.copyOf(sessions)) {
            session.end(quietly);
        }
    }

    /** A standby takes over that never received the last commits. The old server is gone for good. */
    void failOver(int lostCommits, long backAt, boolean quietly) {
        restart(backAt, quietly);
        int before = log.size();
        for (int i = 0; i < lostCommits && !log.isEmpty() && canBeLost(log.get(log.size() - 1)); i++) {
            undo(log.remove(log.size() - 1));
        }
        timeline = nextHistory(timeline);
        if (log.size() < before) {
            lossy();
        }
    }

    private void lossy() {
        world.tally().add(Tally.Count.LOSSY_FAIL_OVERS);
        if (!world.scenario().engine().hasTimelines()) {
            world.tally().add(Tally.Count.LOSSY_WITHOUT_TIMELINE);
        }
        if (world.scenario().isMixed()) {
            world.tally().add(Tally.Count.LOSSY_WITH_MIXED_TIMINGS);
        }
    }

    /**
     * Where histories have no order, epochs leap to the clock. That they leap over those of another leap is not promised to
     * whoever sets the clock back in between.
     */
    private boolean canBeLost(Commit commit) {
        Row before = commit.before();
        Row after = commit.table().row();
        return world.scenario().engine().hasTimelines()
                || !world.scenario().stepsClock()
                || (before != null && after != null && before.timeline() == after.timeline());
    }

    /** Numbered, or with a name that tells of no order, which is below zero. */
    private long nextHistory(long before) {
        boolean named = !world.scenario().engine().hasTimelines();
        return named ? -1 - (world.dice().next() >>> 1) : before + 1;
    }

    private static void undo(Commit commit) {
        RoleTable table = commit.table();
        table.row(commit.before());
        table.fenceRow(commit.fenceBefore());
        table.changedByHand(commit.byHand());
        truncate(table.history(), commit.history());
        truncate(table.writes(), commit.writes());
    }

    private static void truncate(List<?> list, int size) {
        list.subList(size, list.size()).clear();
    }
}
