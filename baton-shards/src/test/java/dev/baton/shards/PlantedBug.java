package dev.baton.shards;

/** What the simulation must find when it is put in. */
enum PlantedBug {
    NONE,
    /** A term begins to work without having looked whether its layout has ended. */
    NO_LOOK_AT_THE_LAYOUT,
    /** The next layout is written without having taken the old one's roles. */
    NO_RETIREMENT,
    /** Who leads what is not its own does not hand it over. */
    NO_HAND_OVER,
    /** An heir hands over to an owner that it has not heard of since. */
    HANDED_TO_THE_DEAD,
    /** Heirs do not stand for what they inherit. */
    NO_HEIRS,
    /** Who finds the group's row gone makes it as if the group were new. */
    LOST_ROW_BEGINS_ANEW,
    /** A node whose old work has not ended stays a candidate, and is handed the shard in vain. */
    STANDS_WHILE_HELD_UP,
    /** A node that lives and cannot lead is handed its shards again and again: each time nobody leads them for a while. */
    HANDED_OVER_IN_VAIN,
    /** Who is given a shard by an operator gives none for it: shares become uneven, and it may have to give back that very one. */
    MOVED_WITHOUT_EXCHANGE,
    /** The fence of the first shard lets every write pass, and that of all others is as it should be. */
    ONE_SHARD_WITHOUT_FENCE,
    /** A fence asks which node holds its role, and not in which term. */
    FENCE_OF_THE_NODE,
    /** A coordinator goes by the reports' age alone, also after an outage of all nodes. */
    OLD_REPORTS_ARE_DEATHS
}
