package dev.baton.jobs.cron;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/**
 * One field of an expression: which values match.
 *
 * @param any whether the field begins with {@code *} or {@code ?}, with a step or without, which matters for the two kinds of days
 */
record CronField(BitSet values, boolean any) {

    /** What a field may hold. */
    record Kind(String name, int min, int max, List<String> names) {}

    static CronField parse(Kind kind, String text) {
        BitSet values = new BitSet(kind.max() + 1);
        for (String part : text.split(",", -1)) {
            add(kind, text, part, values);
        }
        return new CronField(values, text.startsWith("*") || text.startsWith("?"));
    }

    private static void add(Kind kind, String text, String part, BitSet values) {
        int slash = part.indexOf('/');
        String range = slash < 0 ? part : part.substring(0, slash);
        int step = slash < 0 ? 1 : number(kind, text, part.substring(slash + 1));
        if (step < 1) {
            throw refused(kind, text, "a step must be at least 1");
        }
        int from = kind.min();
        int to = kind.max();
        if (!range.equals("*") && !range.equals("?")) {
            int dash = range.indexOf('-', 1);
            from = value(kind, text, dash < 0 ? range : range.substring(0, dash));
            to = dash >= 0 ? value(kind, text, range.substring(dash + 1)) : slash >= 0 ? kind.max() : from;
        }
        if (from > to) {
            throw refused(kind, text, "the range " + range + " runs backwards");
        }
        for (int value = from; value <= to; value += step) {
            values.set(value);
        }
    }

    private static int value(Kind kind, String text, String part) {
        int named = kind.names().indexOf(part.toUpperCase(Locale.ROOT));
        int value = named >= 0 ? named + kind.min() : number(kind, text, part);
        if (value < kind.min() || value > kind.max()) {
            throw refused(kind, text, value + " is not between " + kind.min() + " and " + kind.max());
        }
        return value;
    }

    private static int number(Kind kind, String text, String part) {
        if (!part.matches("\\d{1,4}")) {
            throw refused(kind, text, "'" + part + "' is not a number");
        }
        return Integer.parseInt(part);
    }

    private static IllegalArgumentException refused(Kind kind, String text, String why) {
        return new IllegalArgumentException("cron field " + kind.name() + " '" + text + "' is wrong: " + why);
    }

    boolean matches(int value) {
        return values.get(value);
    }

    /** The first match from this value on, or -1. */
    int from(int value) {
        return values.nextSetBit(value);
    }
}
