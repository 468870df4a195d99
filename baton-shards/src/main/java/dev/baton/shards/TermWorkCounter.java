package dev.baton.shards;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * How much one term of a shard has done: what its work counts, or, as long as it counts nothing, its fenced transactions,
 * which are counted anyway. Thread-safe.
 */
final class TermWorkCounter {

    private final LongSupplier fenced;
    private final long before;
    private final LongAdder counted = new LongAdder();
    private volatile boolean counts;

    /** @param fenced how many transactions of the shard's role the fence has let in here, in all terms */
    TermWorkCounter(LongSupplier fenced) {
        this.fenced = fenced;
        this.before = fenced.getAsLong();
    }

    void add(long pieces) {
        if (pieces < 0) {
            throw new IllegalArgumentException("work is done or not: " + pieces + " pieces cannot be");
        }
        counted.add(pieces);
        if (!counts) {
            counts = true;
        }
    }

    long done() {
        return counts ? counted.sum() : fenced.getAsLong() - before;
    }
}
