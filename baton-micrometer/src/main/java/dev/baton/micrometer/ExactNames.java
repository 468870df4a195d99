package dev.baton.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.NamingConvention;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Gives our metrics their exact names on a Prometheus registry. Micrometer's own convention takes {@code created} off the
 * end of a name, because OpenMetrics once reserved it, and so shows {@code submission_intents_created_total} as
 * {@code submission_intents_total}; it gets all others right. Needs the Prometheus client 1.7 of Micrometer 1.17.
 */
public final class ExactNames implements NamingConvention {

    private static final Map<String, Metric> OURS =
            Arrays.stream(Metric.values()).collect(Collectors.toMap(Metric::meterName, Function.identity()));

    private final NamingConvention usual;

    private ExactNames(NamingConvention usual) {
        this.usual = usual;
    }

    /** To be called before any meter is registered. */
    public static void on(MeterRegistry registry) {
        registry.config().namingConvention(new ExactNames(registry.config().namingConvention()));
    }

    /** The registry itself puts {@code _total} behind a counter. */
    @Override
    public String name(String name, Meter.Type type, String baseUnit) {
        Metric metric = OURS.get(name);
        return metric == null ? usual.name(name, type, baseUnit) : metric.nameWithoutTotal();
    }

    @Override
    public String tagKey(String key) {
        return usual.tagKey(key);
    }

    @Override
    public String tagValue(String value) {
        return usual.tagValue(value);
    }
}
