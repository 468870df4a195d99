package dev.baton.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Everything that the database keeps for one role: committed data, and the locks that guard it. */
final class RoleTable {

    /** One line of the history. */
    record Entry(boolean begin, long epoch) {}

    /** The row that stands for the fence where the database has no shared locks with a key. */
    record FenceRow(String holderId, long epoch) {

        boolean isOfSameTermAs(Row row) {
            return row.epoch() == epoch && row.holderId().equals(holderId);
        }
    }

    /** One committed row of a leader's own table. */
    record FencedWrite(String holderId, long epoch) {}

    private final int index;
    private final String name;
    private final List<Entry> history = new ArrayList<>();
    private final List<FencedWrite> writes = new ArrayList<>();
    private final long[] lastSeen;

    /** The session lock: leadership itself with strategy {@code session}. */
    private final Lock seat;

    /** Shared by fenced writers, exclusive to takeovers. */
    private final Lock fence;

    /** Planted: what the fence is to those who spell the name of its table in another way. */
    private final Lock otherFence;

    /** The lock that an UPDATE or a locking read takes on the row. */
    private final Lock rowLock;

    private final List<Lock> locksOfTransactions;

    private Row row;
    private FenceRow fenceRow = new FenceRow("", 0);
    private boolean changedByHand;
    private Runnable afterHeartbeat;

    RoleTable(int index, String name, int nodes, Supplier<Lock> locks) {
        this.index = index;
        this.name = name;
        this.seat = locks.get();
        this.fence = locks.get();
        this.otherFence = locks.get();
        this.rowLock = locks.get();
        this.locksOfTransactions = List.of(fence, otherFence, rowLock);
        this.lastSeen = new long[nodes];
        Arrays.fill(lastSeen, Long.MIN_VALUE / 2);
    }

    int index() {
        return index;
    }

    String name() {
        return name;
    }

    Row row() {
        return row;
    }

    void row(Row committed) {
        row = committed;
    }

    FenceRow fenceRow() {
        return fenceRow;
    }

    void fenceRow(FenceRow committed) {
        fenceRow = committed;
    }

    /** Whether somebody has changed the row since the last term began. */
    boolean isChangedByHand() {
        return changedByHand;
    }

    void changedByHand(boolean changed) {
        changedByHand = changed;
    }

    List<Entry> history() {
        return history;
    }

    List<FencedWrite> writes() {
        return writes;
    }

    Lock seat() {
        return seat;
    }

    Lock fence() {
        return fence;
    }

    Lock otherFence() {
        return otherFence;
    }

    List<Lock> locksOfTransactions() {
        return locksOfTransactions;
    }

    Lock rowLock() {
        return rowLock;
    }

    /** A candidate showed itself: what preferences go by. */
    void seen(int node, long now) {
        lastSeen[node] = now;
    }

    long lastSeen(int node) {
        return lastSeen[node];
    }

    /** Something that goes wrong right after the next heartbeat was answered. */
    void afterHeartbeat(Runnable once) {
        afterHeartbeat = once;
    }

    void heartbeatAnswered() {
        Runnable once = afterHeartbeat;
        afterHeartbeat = null;
        if (once != null) {
            once.run();
        }
    }

    /** The last term that began, if its end is not on record. */
    Optional<Long> unended() {
        Entry last = history.isEmpty() ? null : history.get(history.size() - 1);
        return last != null && last.begin() ? Optional.of(last.epoch()) : Optional.empty();
    }

    long highestRecorded() {
        return history.isEmpty() ? 0 : history.get(history.size() - 1).epoch();
    }
}
