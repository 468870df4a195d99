package dev.baton.shards;

import java.time.Duration;

/**
 * What an operator has asked for: a shard shall be another node's. Done once, or not at all.
 *
 * @param layout the number of the layout that the operator saw
 * @param asked how long ago, by the database's clock. A time in the future means that the clock was set back. Its distance counts as its age
 */
record WantedMove(int shard, long layout, String node, Duration asked) {

    /** A coordinator of an earlier version does not know of moves; one that comes much later must not surprise anybody. */
    private static final Duration FORGOTTEN = Duration.ofMinutes(1);

    WantedMove {
        asked = asked.abs();
    }

    boolean isStillWanted(Layout now) {
        return layout == now.number() && asked.compareTo(FORGOTTEN) <= 0;
    }
}
