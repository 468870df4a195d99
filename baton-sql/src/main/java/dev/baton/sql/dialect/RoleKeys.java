package dev.baton.sql.dialect;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The two lock keys of a role. They differ, else a leader's own writes would wait for its own leadership.
 *
 * @param role the role
 * @param scopeKey the session lock: held for a whole term
 * @param fenceKey the fence: shared by the writers of a term, exclusive for the moment of a takeover
 */
public record RoleKeys(String role, long scopeKey, long fenceKey) {

    /** Every fenced transaction and every lock asks, mostly for the same few; the digest is a fifth of what it takes here. */
    private static final Map<Name, Long> KNOWN = new ConcurrentHashMap<>();

    /** What a key is made of: put together only when it is not known yet. */
    private record Name(String place, String role, String kind) {

        private byte[] bytes() {
            return (place + ":" + role + kind).getBytes(StandardCharsets.UTF_8);
        }
    }

    /** More than these are forgotten, all at once. */
    private static final int MOST = 10_000;

    /**
     * The session key, unless it is overridden: the first eight bytes, big-endian, of SHA-256 over {@code namespace:role}.
     * Instances that set it differently find that out by the row, which carries it.
     */
    public static long scopeKey(String namespace, String role) {
        return key(new Name(namespace, role, ""));
    }

    /**
     * The keys with a fence that depends on the row that it guards, and on nothing that two instances could have set or
     * spelled differently.
     *
     * @param leaseTable what the {@linkplain Dialect#leaseTable database itself} calls the table of that row
     */
    public static RoleKeys of(String role, long scopeKey, String leaseTable) {
        return new RoleKeys(role, scopeKey, key(new Name(leaseTable, role, ":fence")));
    }

    /** The key as a lock name, for databases whose locks have names. */
    public static String name(long key) {
        return String.format(Locale.ROOT, "baton:%016x", key);
    }

    private static long key(Name name) {
        Long known = KNOWN.get(name);
        if (known != null) {
            return known;
        }
        if (KNOWN.size() >= MOST) {
            KNOWN.clear();
        }
        long key = digest(name.bytes());
        KNOWN.put(name, key);
        return key;
    }

    private static long digest(byte[] name) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(name))
                    .getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
