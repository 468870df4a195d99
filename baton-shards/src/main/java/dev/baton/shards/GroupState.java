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
     * one has all of their shards, and has to end.
     *
     * @param me this process: roles held by it alone prove no other layout
     */
    static GroupState founded(int shards, List<Role> roles, String me) {
        if (roles.stream().allMatch(role -> role.holder().equals(me))) {
            return first(shards);
        }
        return new GroupState(new Layout(pastAll(roles), Math.max(shards, everLed(roles))), shards, true, 0);
    }

    /** How many shards were led, in whichever layout. */
    private static int everLed(List<Role> roles) {
        return roles.stream().mapToInt(role -> role.shard() + 1).max().orElse(1);
    }

    /**
     * A number past those of all layouts that there were. The first shard is part of every layout, each layout ends with a term of it and
     * counts two at most: so it is twice the highest epoch.
     */
    private static long pastAll(List<Role> roles) {
        return 2 * roles.stream().mapToLong(Role::epoch).max().orElse(0) + 2;
    }

    /**
     * What to begin with when the row is gone: a layout that has to end, past every one that there was, with all shards that may
     * be worked on. This may be a state of long ago: who writes the row anew may have been stopped while layouts followed each other.
     *
     * @param planned how many the plan has, which may be of a later layout than this
     */
    GroupState recovered(int planned, List<Role> roles) {
        int all = Math.max(Math.max(layout.shards(), planned), everLed(roles));
        long number = Math.max(layout.number() + 1, pastAll(roles));
        return new GroupState(new Layout(number, Math.min(all, Layout.MOST_SHARDS)), wanted, true, version + 1);
    }

    /**
     * What to make of a row whose number of shards is not that of the plan: somebody has changed it there by hand. Terms of either number
     * may be at work, so all of them have to end before anything begins.
     */
    GroupState fitting(int planned) {
        return planned == layout.shards() ? this : endingWith(planned);
    }

    /**
     * What to make of a row whose plan is gone, though there was one: somebody has deleted it by hand, and of the number in the row nobody
     * knows whether it is still that in which terms are at work.
     */
    GroupState withoutPlan(List<Role> roles) {
        return version == 0 ? this : endingWith(everLed(roles));
    }

    private GroupState endingWith(int others) {
        int all = Math.min(Math.max(layout.shards(), others), Layout.MOST_SHARDS);
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
