package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.TableNames;
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

    /**
     * The session key: the first eight bytes, big-endian, of SHA-256 over {@code namespace:role}, unless overridden. The
     * fence key depends on the row that it guards and on nothing that two instances could have set differently.
     */
    public static RoleKeys of(String namespace, String role, OptionalLong override, TableNames tables) {
        long scope = override.orElseGet(() -> hash(namespace + ":" + role));
        return new RoleKeys(role, scope, hash(tables.in("${baton}leases") + ":" + role + ":fence"));
    }

    /** The keys with the default tables. */
    public static RoleKeys of(String namespace, String role, OptionalLong override) {
        return of(namespace, role, override, TableNames.DEFAULT);
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
