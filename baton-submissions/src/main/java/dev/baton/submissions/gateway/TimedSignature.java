package dev.baton.submissions.gateway;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A signature that says when it was made: {@code t=SECONDS,v1=HEX,v1=HEX}. What is signed is the seconds since 1970, a dot, and
 * the raw body, with HMAC-SHA256; there is one {@code v1} for each key that is in use, so that keys can be changed one side
 * after the other. Whoever keeps a request can send it again, but not later than a receiver allows.
 */
public final class TimedSignature {

    /** Where it stands. */
    public static final String HEADER = "Baton-Timed-Signature";

    /** How far its time and the receiver's clock may be apart, if the receiver has no reason for something else. */
    public static final Duration USUAL_TOLERANCE = Duration.ofMinutes(5);

    private static final String ALGORITHM = "HmacSHA256";
    private static final Pattern TIME = Pattern.compile("t=(\\d{1,15})");
    private static final Pattern SIGNATURE = Pattern.compile("v1=([0-9a-f]{64})");

    private TimedSignature() {}

    /** What a sender puts into the header. */
    static String of(byte[] body, List<String> keys, Instant now) {
        long seconds = now.getEpochSecond();
        return "t=" + seconds
                + keys.stream()
                        .map(key -> ",v1=" + hex(hmac(key, signed(seconds, body))))
                        .collect(Collectors.joining());
    }

    /**
     * Whether somebody who has one of these keys made it, for this body, and lately. For receivers.
     *
     * @param header as it came
     * @param body byte for byte as it came
     * @param keys that are in use: while they are changed, the new one and the old one
     * @param now by the receiver's clock
     * @param tolerance by which the two clocks, and the way, may differ
     */
    public static boolean holds(String header, byte[] body, List<String> keys, Instant now, Duration tolerance) {
        List<Long> times = new ArrayList<>();
        List<byte[]> signatures = new ArrayList<>();
        for (String part : header.split(",", -1)) {
            Matcher time = TIME.matcher(part.strip());
            Matcher signature = SIGNATURE.matcher(part.strip());
            if (time.matches()) {
                times.add(Long.parseLong(time.group(1)));
            } else if (signature.matches()) {
                signatures.add(HexFormat.of().parseHex(signature.group(1)));
            }
        }
        if (times.size() != 1 || Math.abs(now.getEpochSecond() - times.get(0)) > tolerance.toSeconds()) {
            return false;
        }
        boolean good = false;
        for (String key : keys) {
            byte[] expected = hmac(key, signed(times.get(0), body));
            for (byte[] signature : signatures) {
                good |= MessageDigest.isEqual(expected, signature);
            }
        }
        return good;
    }

    private static byte[] signed(long seconds, byte[] body) {
        byte[] time = (seconds + ".").getBytes(StandardCharsets.US_ASCII);
        byte[] both = new byte[time.length + body.length];
        System.arraycopy(time, 0, both, 0, time.length);
        System.arraycopy(body, 0, both, time.length, body.length);
        return both;
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    static byte[] hmac(String key, byte[] text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return mac.doFinal(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no " + ALGORITHM, e);
        }
    }
}
