package dev.baton.shards;

import java.util.List;

/**
 * The row of a group.
 *
 * @param layout how it is divided
 * @param wanted how many shards an operator wants
 * @param closing whether all shards of this layout are to end, because another follows
 * @param version of the plan; grows with every change of the plan or of this row, but not of what is wanted
 */
record GroupState(Layout layout, int wanted, boolean closing, long version) {

    static GroupState first(int shards) {
        return new GroupState(new Layout(1, shards), shards, false, 0);
    }

    /** The role of a shard, and who had it last. */
    record Role(int shard, long epoch, String holder) {}

    /**
     * What to begin with when nothing is left of a group but its roles. Others may still work in a layout that nobody here knows: the first
     * one has all of their shards, and has to end. The first shard is part of every layout, each layout ends with a term of it and
     * counts two at most: so twice the highest epoch is past them all.
     *
     * @param me what this process has had itself is no work in another layout
     */
    static GroupState founded(int shards, List<Role> roles, String me) {
        if (roles.stream().allMatch(role -> role.holder().equals(me))) {
            return first(shards);
        }
        int led = roles.stream().mapToInt(role -> role.shard() + 1).max().orElse(1);
        long epoch = roles.stream().mapToLong(Role::epoch).max().orElse(0);
        return new GroupState(new Layout(2 * epoch + 2, Math.max(shards, led)), shards, true, 0);
    }

    /**
     * What to begin with when the row is gone: a layout that has to end, past every one that there was, with all shards that may
     * be worked on.
     *
     * @param planned how many the plan has, which may be of a later layout than this
     */
    GroupState recovered(int planned) {
        int all = Math.min(Math.max(layout.shards(), planned), Layout.MOST_SHARDS);
        return new GroupState(new Layout(layout.number() + 1, all), wanted, true, version + 1);
    }

    /**
     * What to make of a row whose number of shards is not that of the plan: somebody has changed it by hand. Terms of either number
     * may be at work, so all of them have to end before anything begins.
     */
    GroupState fitting(int planned) {
        if (planned == layout.shards()) {
            return this;
        }
        int all = Math.min(Math.max(layout.shards(), planned), Layout.MOST_SHARDS);
        return new GroupState(new Layout(closing ? layout.number() : layout.number() + 1, all), wanted, true, version);
    }

    GroupState beginClosing() {
        return new GroupState(layout, wanted, true, version + 1);
    }

    GroupState nextLayout() {
        return new GroupState(new Layout(layout.number() + 1, wanted), wanted, false, version + 1);
    }

    GroupState nextPlan() {
        return new GroupState(layout, wanted, closing, version + 1);
    }

    boolean hasActive(Layout other) {
        return !closing && layout.equals(other);
    }
}
