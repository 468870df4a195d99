package dev.baton.shards;

/** What an instance does while it leads a shard. Called once per term and shard, on a thread of its own. */
@FunctionalInterface
public interface ShardWork {

    /**
     * Leads. Returns when {@link ShardTerm#isOver()}, or earlier to give the shard up for a moment.
     *
     * <p>The thread is interrupted when the term is lost, and when it is left and the work has not finished in time.
     */
    void lead(ShardTerm term) throws Exception;
}
