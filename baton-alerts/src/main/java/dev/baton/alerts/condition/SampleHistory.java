package dev.baton.alerts.condition;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the nodes have reported, up to a moment of the database's clock. Filled in the order of time; not thread-safe. */
public final class SampleHistory {

    private final long nowMicros;
    private final Duration alive;
    private final SeriesNames names;
    private final Map<String, Series> all;

    /** @param alive how long the last report of a node that fell silent is taken for the present */
    public SampleHistory(long nowMicros, Duration alive, SeriesNames names) {
        this(nowMicros, alive, names, new HashMap<>());
    }

    private SampleHistory(long nowMicros, Duration alive, SeriesNames names, Map<String, Series> all) {
        this.nowMicros = nowMicros;
        this.alive = alive;
        this.names = names;
        this.all = all;
    }

    /** The same reports, as they stood at an earlier moment. */
    public SampleHistory asOf(long micros) {
        return new SampleHistory(micros, alive, names, all);
    }

    private record Point(long micros, double value, boolean fresh) {}

    private record Series(Sample first, List<Point> points) {}

    /** Adds what one process reported at one moment. */
    public void add(String holder, long micros, String samples) {
        for (SampleText.Line line : SampleText.read(samples)) {
            all.computeIfAbsent(holder + " " + line.series(), key -> new Series(names.of(line), new ArrayList<>()))
                    .points()
                    .add(new Point(micros, line.value(), line.fresh()));
        }
    }

    /** Forgets what was reported before the one moment, and from the other on. */
    public void keep(long fromMicros, long toMicros) {
        for (Series series : all.values()) {
            series.points().removeIf(point -> point.micros() < fromMicros || point.micros() >= toMicros);
        }
        all.values().removeIf(series -> series.points().isEmpty());
    }

    /** The present value of each series. */
    List<Double> present(Selector selector) {
        long since = nowMicros - alive.toMillis() * 1_000;
        List<Double> values = new ArrayList<>();
        for (Series series : select(selector)) {
            series.points().stream()
                    .filter(point -> point.micros() >= since && point.micros() <= nowMicros)
                    .reduce((earlier, later) -> later)
                    .ifPresent(last -> values.add(last.value()));
        }
        return values;
    }

    /**
     * How much each counter grew within the window. A value below the one before means that it began anew; a fresh one
     * grew from nothing.
     */
    List<Double> grown(Selector selector, Duration window) {
        long since = nowMicros - window.toMillis() * 1_000;
        List<Double> grown = new ArrayList<>();
        for (Series series : select(selector)) {
            double sum = 0;
            Point before = null;
            for (Point point : series.points()) {
                if (point.micros() >= since && point.micros() <= nowMicros) {
                    sum += step(before, point);
                }
                before = point;
            }
            grown.add(sum);
        }
        return grown;
    }

    private static double step(Point before, Point point) {
        if (before == null) {
            return point.fresh() ? point.value() : 0; // else what it was before is not known
        }
        return point.value() < before.value() ? point.value() : point.value() - before.value();
    }

    private List<Series> select(Selector selector) {
        return all.values().stream()
                .filter(series ->
                        selector.accepts(series.first().name(), series.first().labels()))
                .toList();
    }
}
