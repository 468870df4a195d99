package dev.baton.chaos.check;

/**
 * A fenced row of a shard.
 *
 * @param shards how many its layout has
 * @param committed microseconds by the server's clock
 */
public record ShardRow(String key, long layout, int shards, int shard, long epoch, String holder, long committed) {}
