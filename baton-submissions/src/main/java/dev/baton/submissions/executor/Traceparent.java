package dev.baton.submissions.executor;

import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** W3C trace context: a span of its own for every call, in the client's trace where there is one. */
final class Traceparent {

    private static final Pattern VALID = Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

    private Traceparent() {}

    static String next(String parent) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long span = random.nextLong() | 1;
        if (parent != null && VALID.matcher(parent).matches()) {
            return parent.substring(0, 36) + hex(span) + parent.substring(52);
        }
        return "00-" + hex(random.nextLong()) + hex(random.nextLong() | 1) + "-" + hex(span) + "-01";
    }

    private static String hex(long value) {
        return String.format(Locale.ROOT, "%016x", value);
    }
}
