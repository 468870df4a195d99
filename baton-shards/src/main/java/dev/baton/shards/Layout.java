package dev.baton.shards;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * How a group is divided, until its number of shards is changed.
 *
 * <p>A key belongs to shard {@code h mod shards}, where {@code h} is the first four bytes of the SHA-256 of the key in
 * UTF-8, the most significant first, without a sign. This never changes, and every language and database can say it too.
 *
 * @param number counts the layouts of a group, from 1; of two terms that have led a key, the one of the higher layout is
 *     the later one, and within a layout the one of the higher epoch
 * @param shards into how many parts
 */
public record Layout(long number, int shards) {

    /** The most that a group can have. */
    public static final int MOST_SHARDS = 1024;

    public Layout {
        checkShards(shards);
        if (number < 1) {
            throw new IllegalArgumentException("layouts are counted from 1, not " + number);
        }
    }

    static boolean canBe(int shards) {
        return shards >= 1 && shards <= MOST_SHARDS;
    }

    /** The number, if a group can have so many shards. */
    static int checkShards(int shards) {
        if (!canBe(shards)) {
            throw new IllegalArgumentException(
                    "a group has between 1 and " + MOST_SHARDS + " shards, not " + shards + ": choose such a number");
        }
        return shards;
    }

    /** Which shard a key belongs to. */
    public int shardOf(String key) {
        return shardOf(key.getBytes(StandardCharsets.UTF_8));
    }

    /** Which shard a key belongs to that is no text. */
    public int shardOf(byte[] key) {
        byte[] hash = sha256().digest(key);
        long first = (hash[0] & 0xFFL) << 24 | (hash[1] & 0xFFL) << 16 | (hash[2] & 0xFFL) << 8 | (hash[3] & 0xFFL);
        return (int) (first % shards);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
