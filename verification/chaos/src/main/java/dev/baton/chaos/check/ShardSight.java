package dev.baton.chaos.check;

/**
 * A shard's gate was seen open. As a beginning counts the moment after the look, as an end the one before it: a pause may lie in
 * between.
 */
public record ShardSight(int shard, long layout, long epoch, String holder, long after, long before) {

    /** As a process has journaled it. */
    public static ShardSight of(String[] fields) {
        return new ShardSight(
                Integer.parseInt(fields[1]),
                Long.parseLong(fields[2]),
                Long.parseLong(fields[3]),
                fields[4],
                Long.parseLong(fields[5]),
                Long.parseLong(fields[6]));
    }
}
