package dev.baton.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Everything that the database keeps for one role: committed data, and the locks that guard it. */
final class RoleTable {

    /** One line of the history. */
    record Entry(boolean begin, long epoch) {}

    /** One committed row of a leader's own table. */
    record FencedWrite(String holderId, long epoch) {}

    private final int index;
    private final String name;
    private final List<Entry> history = new ArrayList<>();
    private final List<FencedWrite> writes = new ArrayList<>();
    private final long[] lastSeen;

    /** The session lock: leadership itself with strategy {@code session}. */
    private final Lock seat = new Lock();

    /** Shared by fenced writers, exclusive to takeovers. */
    private final Lock fence = new Lock();

    /** The lock that an UPDATE or a locking read takes on the row. */
    private final Lock rowLock = new Lock();

    private Row row;
    private Runnable afterHeartbeat;

    RoleTable(int index, String name, int nodes) {
        this.index = index;
        this.name = name;
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

    long highestRecorded() {
        return history.isEmpty() ? 0 : history.get(history.size() - 1).epoch();
    }
}
