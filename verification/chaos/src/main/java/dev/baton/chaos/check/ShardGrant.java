package dev.baton.chaos.check;

/**
 * The grant of a term of a shard's role.
 *
 * @param committed microseconds by the server's clock
 */
public record ShardGrant(int shard, long epoch, String holder, long committed) {}
