package dev.baton.bench.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Measured values of one kind. */
public final class Sample {

    private static final double NANOS_PER_MILLI = 1e6;

    private final List<Double> values = new ArrayList<>();

    public void add(double value) {
        values.add(value);
    }

    public void addNanos(long nanos) {
        values.add(nanos / NANOS_PER_MILLI);
    }

    public int size() {
        return values.size();
    }

    public double median() {
        List<Double> sorted = sorted();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** The value that so many percent of all are below. */
    public double at(int percent) {
        return sorted().get(Math.min(size() - 1, size() * percent / 100));
    }

    public double max() {
        return Collections.max(values);
    }

    public double min() {
        return Collections.min(values);
    }

    private List<Double> sorted() {
        if (values.isEmpty()) {
            throw new IllegalStateException("nothing was measured");
        }
        return values.stream().sorted().toList();
    }

    /** Median and extremes, for milliseconds. */
    public String millis() {
        return String.format(
                Locale.ROOT, "median %.2f ms, best %.2f, worst %.2f (%d rounds)", median(), min(), max(), size());
    }

    /** Median and extremes, for rates. */
    public String perSecond() {
        return String.format(
                Locale.ROOT, "median %,.0f/s, least %,.0f, most %,.0f (%d rounds)", median(), min(), max(), size());
    }
}
