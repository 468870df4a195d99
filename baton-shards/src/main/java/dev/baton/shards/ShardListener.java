package dev.baton.shards;

/**
 * Hears which shards this instance leads. Called by the thread of the term: what is slow here delays its work alone, and what is
 * thrown is logged.
 */
public interface ShardListener {

    /** The work of a shard is about to begin here. */
    default void began(ShardTerm term) {}

    /** The work of a shard has ended here; its role may be led for a moment longer. */
    default void ended(ShardTerm term) {}
}
