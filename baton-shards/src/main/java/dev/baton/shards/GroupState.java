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
