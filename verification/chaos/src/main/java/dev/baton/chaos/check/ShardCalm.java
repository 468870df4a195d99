package dev.baton.chaos.check;

/**
 * How shares were when nothing happened any more.
 *
 * @param after what had happened before
 * @param millis until they were even; the whole time that was waited if they never were
 * @param wrong what was wrong at the end of it; empty if they were even
 */
public record ShardCalm(String after, long millis, String wrong) {}
