package dev.baton.simulation;

import java.util.ArrayList;
import java.util.List;

/** A transaction: changes of one role that nobody else sees before it commits. */
final class Tx {

    private final List<RoleTable.Entry> entries = new ArrayList<>(2);
    private RoleTable table;
    private Row row;
    private RoleTable.FencedWrite write;
    private RoleTable.FenceRow fenceRow;
    private Row snapshot;
    private boolean fenced;
    private boolean began;

    void update(RoleTable target, Row next) {
        table = target;
        row = next;
    }

    void begin(RoleTable target, Row next) {
        update(target, next);
        began = true;
        entries.add(new RoleTable.Entry(true, next.epoch()));
    }

    /** The fence was passed in this transaction: a savepoint that goes with it. */
    void passFence() {
        fenced = true;
    }

    boolean isFenced() {
        return fenced;
    }

    void moveFence(RoleTable.FenceRow next) {
        fenceRow = next;
    }

    RoleTable.FenceRow fenceRow() {
        return fenceRow;
    }

    void end(RoleTable target, long epoch) {
        table = target;
        entries.add(new RoleTable.Entry(false, epoch));
    }

    void write(RoleTable target, RoleTable.FencedWrite added) {
        table = target;
        write = added;
    }

    /** Keeps what the lock's own statement saw: for the planted bugs that check in that snapshot. */
    void snapshot(Row seen) {
        snapshot = seen;
    }

    Row snapshot() {
        return snapshot;
    }

    RoleTable table() {
        return table;
    }

    Row row() {
        return row;
    }

    List<RoleTable.Entry> entries() {
        return entries;
    }

    RoleTable.FencedWrite write() {
        return write;
    }

    boolean beganTerm() {
        return began;
    }
}
