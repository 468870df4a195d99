package dev.baton;

/**
 * What the fence said to the transactions of a role in one process.
 *
 * @param accepted those that were let in
 * @param rejected those whose token was not current; nothing of them was committed
 */
public record FencedWrites(long accepted, long rejected) {}
