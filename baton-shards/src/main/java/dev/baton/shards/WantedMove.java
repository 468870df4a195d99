package dev.baton.shards;

import java.time.Duration;

/**
 * What an operator has asked for: a shard shall be another node's. Done once, or not at all.
 *
 * @param layout the number of the layout that the operator saw
 * @param asked how long ago, by the database's clock. What is still to come was asked for before the clock was set back, and is taken for as
 *     old as it is ahead
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
