package dev.baton.shards;

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
