package dev.baton.shards;

import java.util.Optional;

/**
 * Where a shard belongs, by the plan.
 *
 * @param role the role that is its own, with lease row, epoch and history
 * @param owner the node that should lead it; another may, until it has handed it over
 * @param heir the node that takes it when the owner dies
 */
public record ShardPlace(int shard, String role, Optional<String> owner, Optional<String> heir) {}
