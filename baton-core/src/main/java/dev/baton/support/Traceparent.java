package dev.baton.support;

import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** W3C trace context: the header that says to which trace and span a call belongs. */
public final class Traceparent {

    private static final Pattern SHAPE = Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

    /** The version that is written today, with a trace and a span that are not zero. */
    private static final Pattern CONTINUABLE =
            Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

    private Traceparent() {}

    /** Whether it looks like such a header, of any version: worth keeping for whoever understands it. */
    public static boolean isWellFormed(String header) {
        return SHAPE.matcher(header).matches();
    }

    /** A span of its own for a call: in the caller's trace where there is one, else in a new trace. */
    public static String next(String parent) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long span = random.nextLong() | 1;
        if (parent != null && CONTINUABLE.matcher(parent).matches()) {
            return parent.substring(0, 36) + hex(span) + parent.substring(52);
        }
        return "00-" + hex(random.nextLong()) + hex(random.nextLong() | 1) + "-" + hex(span) + "-01";
    }

    private static String hex(long value) {
        return String.format(Locale.ROOT, "%016x", value);
    }
}
