package dev.baton.sql.dialect;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The part of a server's version that decides what it can do. */
record ServerVersion(int major, int minor) {

    private static final Pattern NUMBERS = Pattern.compile("(\\d+)\\.(\\d+)");
    private static final Comparator<ServerVersion> ORDER =
            Comparator.comparingInt(ServerVersion::major).thenComparingInt(ServerVersion::minor);

    static ServerVersion of(String text) {
        Matcher numbers = NUMBERS.matcher(text);
        if (!numbers.lookingAt()) {
            throw new IllegalArgumentException("'" + text + "' is not a version");
        }
        return new ServerVersion(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)));
    }

    boolean isAtLeast(ServerVersion other) {
        return ORDER.compare(this, other) >= 0;
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
