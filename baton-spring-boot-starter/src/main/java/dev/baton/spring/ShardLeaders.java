package dev.baton.spring;

import dev.baton.shards.Shards;

/**
 * The groups of shards that this application takes part in: joined when the context has started and left when it stops, work under
 * way finished first. Thread-safe.
 */
public interface ShardLeaders {

    /**
     * This instance's part of a group, once the context has started: what it leads, the term for a key, the plan, drain and resize.
     *
     * @throws IllegalArgumentException if nothing in this application names the group
     * @throws IllegalStateException if this instance takes no part in it
     */
    Shards shards(String group);
}
