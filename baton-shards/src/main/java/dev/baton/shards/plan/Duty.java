package dev.baton.shards.plan;

/** What a node does about a shard. */
public enum Duty {
    /** Stands for it. */
    STAND,
    /** Is its heir, but comes a round after the owner, so that a shard that is free goes to its owner. */
    COME_LATER,
    /** Leads it, and leaves it to its owner as soon as that one can take it. */
    HAND_OVER,
    /** Does not stand for it. */
    STAY_AWAY;

    /**
     * What the plan asks of a node.
     *
     * @param leads whether it leads the shard now
     * @param standsOrKnew whether it stands for the shard now, or has known this plan for a round
     */
    public static Duty of(Assignment assignment, String node, boolean leads, boolean standsOrKnew) {
        if (assignment.isOwner(node)) {
            return STAND;
        }
        if (leads && assignment.owner().isPresent()) {
            return HAND_OVER;
        }
        if (assignment.isHeir(node)) {
            return standsOrKnew ? STAND : COME_LATER;
        }
        return STAY_AWAY;
    }
}
