package dev.baton.submissions.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * What lanes are called. A lane is worked on as a whole, by one executor at a time; an intent gets its own when it is accepted,
 * and keeps it. It is the gateway's name, or, where the executor is divided, that and a mark of the target.
 */
public final class Lanes {

    /** Divided lanes have longer names than their gateways, and a column holds both. */
    private static final int MARK = 9;

    private static final Pattern DIVIDED = Pattern.compile(".+#[0-9a-f]{8}", Pattern.DOTALL);

    private Lanes() {}

    /** Whether the lanes of a gateway of this name could be told from each other. */
    public static boolean canDivide(String gateway, int longest) {
        return gateway.length() + MARK <= longest;
    }

    /** The lane of a target: the first four bytes of the SHA-256 of its name in UTF-8 are its mark. */
    public static String divided(String gateway, String target) {
        byte[] hash = sha256().digest(target.getBytes(StandardCharsets.UTF_8));
        return gateway + "#" + HexFormat.of().formatHex(hash, 0, 4);
    }

    /** Whose lane it is. */
    public static String gatewayOf(String lane) {
        return DIVIDED.matcher(lane).matches() ? lane.substring(0, lane.length() - MARK) : lane;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }
}
