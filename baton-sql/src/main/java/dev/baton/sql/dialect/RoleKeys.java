package dev.baton.sql.dialect;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * The two lock keys of a role. They differ, else a leader's own writes would wait for its own leadership.
 *
 * @param role the role
 * @param scopeKey the session lock: held for a whole term
 * @param fenceKey the fence: shared by the writers of a term, exclusive for the moment of a takeover
 */
public record RoleKeys(String role, long scopeKey, long fenceKey) {

    /** The first eight bytes, big-endian, of SHA-256 over {@code namespace:role}; the session key can be overridden. */
    public static RoleKeys of(String namespace, String role, OptionalLong override) {
        long scope = override.orElseGet(() -> hash(namespace + ":" + role));
        return new RoleKeys(role, scope, hash(namespace + ":" + role + ":fence"));
    }

    /** The key as a lock name, for databases whose locks have names. */
    public static String name(long key) {
        return String.format(Locale.ROOT, "baton:%016x", key);
    }

    private static long hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
