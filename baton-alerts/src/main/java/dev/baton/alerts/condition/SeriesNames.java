package dev.baton.alerts.condition;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Takes the names of series apart, each once: every round brings the same again. Thread-safe. */
public final class SeriesNames {

    /** Series come and go with processes, so what is remembered is forgotten now and then. */
    private static final int MOST = 10_000;

    private final Map<String, Sample> known = new ConcurrentHashMap<>();

    public SeriesNames() {}

    /** A sample of the series, whichever; its name and labels count. */
    Sample of(SampleText.Line line) {
        if (known.size() > MOST) {
            known.clear();
        }
        return known.computeIfAbsent(line.series(), series -> line.sample());
    }
}
