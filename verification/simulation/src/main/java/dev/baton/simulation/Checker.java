package dev.baton.simulation;

import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.election.State;

/**
 * The guarantees of the design, checked at the step that could break them.
 *
 * <p>Exempt, and nothing else:
 *
 * <ul>
 *   <li>strategy {@code lease}: gates may overlap for one lease after the database's clock stepped forward;
 *   <li>takeover {@code immediate}: gates may overlap for one trust window after the database ended the session of a
 *       holder that lives (a one-sided cut, whatever caused it);
 *   <li>a machine that was suspended: its gate may be open until its watch has looked, a quarter of a second after it woke;
 *   <li>instances whose timings differ: for the longest of their windows after a fail-over lost commits, or somebody deleted
 *       the row, because with it went the only record of a window longer than the successor's own.
 * </ul>
 */
final class Checker {

    private final World world;
    private final long[] highestEpoch;
    private final LeaderToken[] settled;
    private final LeaderToken[] lastSeen;
    private long lastForwardStep = Long.MIN_VALUE / 2;
    private long lastRecordLost = Long.MIN_VALUE / 2;
    private String violation;

    Checker(World world) {
        this.world = world;
        this.highestEpoch = new long[world.scenario().roles()];
        this.settled = new LeaderToken[world.scenario().roles()];
        this.lastSeen = new LeaderToken[world.scenario().roles()];
    }

    /** The first thing that went wrong, or null. */
    String violation() {
        return violation;
    }

    void fail(String what) {
        if (violation == null) {
            violation = what;
            world.say("VIOLATION", () -> what);
        }
    }

    void clockStepped(long delta) {
        if (delta > 0) {
            lastForwardStep = world.now();
        }
    }

    /** The row of a role is gone, or an older one has come back. */
    void recordLost() {
        lastRecordLost = world.now();
    }

    /** Guarantee 1: a new epoch for every term, above every one that was ever granted, lost commits included. */
    void granted(RoleTable table, Row before, Row row) {
        world.say("database", () -> "commits term " + row.epoch() + " of " + table.name() + " for " + row.holderId());
        if (row.epoch() <= highestEpoch[table.index()]) {
            fail("guarantee 1: epoch " + row.epoch() + " of " + table.name() + " granted to " + row.holderId()
                    + " after epoch " + highestEpoch[table.index()]);
        }
        highestEpoch[table.index()] = row.epoch();
        if (before != null && before.released() && before.reservedFor() != null) {
            transferred(table, before, row);
        }
    }

    /** A transfer: nobody comes between while the reservation lasts (unless a step of the clock made it look over). */
    private void transferred(RoleTable table, Row before, Row row) {
        boolean successor = before.reservedFor().equals(row.nodeId());
        world.tally().add(successor ? Tally.Count.TRANSFERS_TO_SUCCESSOR : Tally.Count.TRANSFERS_EXPIRED);
        boolean lasts = world.database().clock() < before.reservedUntil();
        if (!successor && lasts && !world.scenario().stepsClock()) {
            fail("transfer: " + table.name() + " was reserved for " + before.reservedFor() + " and went to "
                    + row.nodeId());
        }
    }

    /** Guarantee 1: only the current term is extended. */
    void renewed(RoleTable table, LeaderToken token) {
        if (token.epoch() != highestEpoch[table.index()]) {
            fail("guarantee 1: a heartbeat of " + token + " was accepted in term " + highestEpoch[table.index()]);
        }
    }

    /** Guarantee 2. */
    void fencedCommit(RoleTable table, RoleTable.FencedWrite write) {
        world.tally().add(Tally.Count.FENCED_COMMITS);
        if (world.scenario().engine().hasFenceRow()) {
            world.tally().add(Tally.Count.FENCED_BY_A_ROW);
        } else if (world.scenario().spellings().get(Names.nodeIndex(write.holderId()))) {
            world.tally().add(Tally.Count.FENCED_IN_ANOTHER_SPELLING);
        }
        if (write.epoch() != highestEpoch[table.index()]) {
            fail("guarantee 2: a fenced write of " + write.holderId() + " under epoch " + write.epoch() + " of "
                    + table.name() + " committed after epoch " + highestEpoch[table.index()] + " was granted");
        }
    }

    /** The history alternates: a beginning, its end, the next beginning. */
    void recorded(RoleTable table, RoleTable.Entry entry) {
        int size = table.history().size();
        RoleTable.Entry last = size == 0 ? null : table.history().get(size - 1);
        boolean fits = entry.begin()
                ? last == null || !last.begin()
                : last != null && last.begin() && last.epoch() == entry.epoch();
        if (!fits) {
            fail("history: " + (entry.begin() ? "beginning" : "end") + " of term " + entry.epoch() + " of "
                    + table.name() + " follows " + last);
        }
    }

    /** Guarantee 3, at the only moment at which an overlap can begin: when a gate opens or its deadline moves. */
    void opened(SimulatedElector opener) {
        for (Node node : world.nodes()) {
            if (node.isAlive() && node != opener.node()) {
                SimulatedElector other = node.elector(opener.role());
                if (other.gate().isLeader() && !node.isAsleep() && !exempt(opener, other)) {
                    fail("guarantee 3: the gates of " + opener + " and " + other + " are open together");
                }
            }
        }
        notDoomed(opener);
    }

    private boolean exempt(SimulatedElector opener, SimulatedElector other) {
        boolean stepOrCut = opener.strategy() instanceof Strategy.Lease
                ? world.now() - lastForwardStep <= world.scenario().longestLease(opener.role())
                : opener.strategy().takeover() == Takeover.IMMEDIATE && (wasCut(opener) || wasCut(other));
        boolean slept = opener.node().hasSleptUnnoticed() || other.node().hasSleptUnnoticed();
        boolean forgotten = world.scenario().isMixed(opener.role())
                && world.now() - lastRecordLost <= world.scenario().longestWindow(opener.role());
        if (stepOrCut || slept || forgotten) {
            world.tally().add(Tally.Count.EXEMPT_OVERLAPS);
        }
        return stepOrCut || slept || forgotten;
    }

    private boolean wasCut(SimulatedElector holder) {
        Connection connection = holder.store().connection();
        Session session = connection == null ? null : connection.session();
        return session != null
                && !session.alive()
                && world.now() - session.endedAt()
                        <= holder.strategy().trustWindow().toNanos();
    }

    /** Only a holder that has gone silent is evicted: its gate shut long ago, unless the clock made it look silent. */
    void evicts(RoleTable table, Session victim) {
        Node node = victim.connection().node();
        if (!node.isAlive() || node.hasSleptUnnoticed() || world.scenario().stepsClock() || table.isChangedByHand()) {
            return;
        }
        SimulatedElector holder = node.elector(table.index());
        if (holder.store().connection() == victim.connection() && holder.gate().isLeader()) {
            fail("eviction: " + holder + " is chosen although its gate is open");
        }
    }

    void acted(SimulatedElector elector, LeaderToken token) {
        world.tally().add(Tally.Count.ACTS);
        if (token.epoch() <= elector.doomedEpoch()) {
            fail("guarantee 5: " + elector + " acts under " + token + " whose end it knows");
        }
    }

    /** Guarantee 5: the fence's refusal shuts the gate in the same breath. */
    void refused(SimulatedElector elector, LeaderToken token) {
        if (elector.gate().isLeader() && elector.gate().requireLeader().epoch() <= token.epoch()) {
            fail("guarantee 5: the fence refused " + token + " and the gate of " + elector + " is open");
        }
    }

    /** Guarantee 5: after a suspicion only a heartbeat that was sent later opens the gate. */
    void trusted(SimulatedElector elector, long sentAt) {
        if (sentAt <= elector.suspectedAt()) {
            fail("guarantee 5: the gate of " + elector + " was opened by a heartbeat that was sent before a suspicion");
        }
    }

    /** Guarantee 6: a holder whose gate is shut for a session lease on end, because heartbeats are late, gives up. */
    void late(SimulatedElector elector, boolean late, boolean stays) {
        if (late && stays) {
            fail("guarantee 6: " + elector + " keeps its role although its gate was shut for a session lease on end");
        } else if (late) {
            world.tally().add(Tally.Count.GIVEN_UP_AS_LATE);
        }
    }

    /** A campaign that was closed leads no more, and nobody waits for it. */
    void ended(SimulatedElector elector) {
        if (elector.gate().isLeader() || !elector.hasAnsweredDepartures()) {
            fail("close: " + elector + " has ended, and its gate is open or somebody still waits for it");
        }
    }

    /** Guarantee 5: what ended a term has shut its gate when the step is done. */
    void stepped(SimulatedElector elector) {
        notDoomed(elector);
    }

    private void notDoomed(SimulatedElector elector) {
        if (elector.gate().isLeader() && elector.gate().requireLeader().epoch() <= elector.doomedEpoch()) {
            fail("guarantee 5: the gate of " + elector + " is open for epoch "
                    + elector.gate().requireLeader().epoch() + " whose end it knows");
        }
    }

    /** Guarantee 2 once more, from the data alone: epochs in commit order never go backwards. */
    void audit() {
        for (int role = 0; role < world.scenario().roles(); role++) {
            long highest = 0;
            for (RoleTable.FencedWrite write : world.database().table(role).writes()) {
                if (write.epoch() < highest) {
                    fail("audit: epoch " + write.epoch() + " of " + Names.role(role) + " committed after " + highest);
                }
                highest = write.epoch();
            }
        }
    }

    /** Who was told to stand for a role stands for it. */
    private void stands(SimulatedElector elector) {
        if (elector.state() instanceof State.Resting) {
            fail("liveness: " + elector + " was started again after it left, and rests");
        }
        if (!elector.hasAnsweredDepartures()) {
            fail("liveness: " + elector + " was asked to leave, and who asked still waits");
        }
    }

    /** Liveness: everything has been well for long enough, so there is one leader, and it is the one of last time. */
    void settled() {
        for (int role = 0; role < world.scenario().roles(); role++) {
            for (Node node : world.nodes()) {
                stands(node.elector(role));
            }
            LeaderToken leader = leader(role);
            if (leader == null || (settled[role] != null && !settled[role].equals(leader))) {
                fail("liveness: long after the last fault, " + Names.role(role) + " is led by "
                        + (leader == null ? "nobody" : leader) + ", before by " + settled[role]);
            }
            if (leader != null && !isDone(world.leader(role).work(), leader)) {
                fail("liveness: " + leader + " leads and does nothing");
            }
            settled[role] = leader;
        }
    }

    /** Work that hangs in its own term looks like work; nobody can tell. */
    private static boolean isDone(Work work, LeaderToken term) {
        return work.isDone(term) || work.isHung();
    }

    /** A role that was left to a node that lives, while nothing went wrong, is led by that node within the bound. */
    void arrived(int role, int successor) {
        LeaderToken leader = leader(role);
        if (leader == null || Names.nodeIndex(leader.holderId()) != successor) {
            fail("transfer: " + Names.role(role) + " was left to " + Names.node(successor) + " and is led by "
                    + leader);
        }
        world.tally().add(Tally.Count.TRANSFERS_IN_PEACE);
    }

    /** Whether every process runs and every role is led, by those who led it when this was last asked. */
    boolean sameLeadersAsBefore() {
        boolean same = true;
        for (Node node : world.nodes()) {
            same &= node.isAlive();
        }
        for (int role = 0; role < world.scenario().roles(); role++) {
            LeaderToken leader = leader(role);
            same &= leader != null && leader.equals(lastSeen[role]);
            lastSeen[role] = leader;
        }
        return same;
    }

    private LeaderToken leader(int role) {
        SimulatedElector leader = world.leader(role);
        return leader == null ? null : leader.gate().requireLeader();
    }
}
