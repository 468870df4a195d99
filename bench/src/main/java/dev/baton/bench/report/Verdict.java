package dev.baton.bench.report;

import java.util.Locale;

/**
 * One figure with its required bound and its goal.
 *
 * @param what what was measured
 * @param sign ≤ or ≥
 * @param unit what bound, goal and value count
 */
public record Verdict(String what, char sign, double required, double goal, double value, String unit) {

    public static Verdict atMost(String what, double required, double goal, double value, String unit) {
        return new Verdict(what, '≤', required, goal, value, unit);
    }

    public static Verdict atLeast(String what, double required, double goal, double value, String unit) {
        return new Verdict(what, '≥', required, goal, value, unit);
    }

    public boolean meets(double bound) {
        return sign == '≤' ? value <= bound : value >= bound;
    }

    String text() {
        return String.format(
                Locale.ROOT,
                "%s: required %c %s %s: %s %s (%s), goal %s (%s)",
                what,
                sign,
                number(required),
                unit,
                number(value),
                unit,
                meets(required) ? "met" : "MISSED",
                number(goal),
                meets(goal) ? "met" : "missed");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value)
                .replaceAll("(\\.\\d*?)0+$", "$1")
                .replaceAll("\\.$", "");
    }
}
