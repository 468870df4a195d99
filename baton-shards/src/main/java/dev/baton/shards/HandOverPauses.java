package dev.baton.shards;

import java.time.Duration;

/**
 * When a shard may be handed over again. A node may live, report that it stands, and still not take what is left to it: it cannot
 * reach the database for elections, or has no connections left. Each time nobody leads the shard for as long as it is reserved, so
 * it is tried less and less often. Thread-safe.
 */
final class HandOverPauses {

    private static final long FIRST = Duration.ofSeconds(5).toNanos();
    private static final int LONGEST = 3; // doublings

    private String owner = "";
    private long leftEpoch;
    private int inVain;
    private long notBefore;

    /** The shard was left to a node. */
    synchronized void handedOver(String to, long epoch) {
        if (!owner.equals(to)) {
            owner = to;
            inVain = 0;
        }
        leftEpoch = epoch;
    }

    /**
     * A term begins here. If it is the next one after that which was left, nobody has led in between.
     *
     * @return whether that node has not taken the shard
     */
    synchronized boolean began(long epoch, long now) {
        boolean again = leftEpoch > 0 && epoch == leftEpoch + 1;
        if (again) {
            notBefore = now + (FIRST << Math.min(inVain, LONGEST));
            inVain++;
        } else {
            owner = "";
            inVain = 0;
        }
        leftEpoch = 0;
        return again;
    }

    synchronized boolean mayHandOver(String to, long now) {
        return inVain == 0 || !owner.equals(to) || now >= notBefore;
    }
}
