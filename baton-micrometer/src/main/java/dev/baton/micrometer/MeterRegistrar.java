package dev.baton.micrometer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** Registers the meters of {@link Metric}s. Gauges and function counters hold what they read only weakly. */
final class MeterRegistrar {

    private final MeterRegistry registry;
    private final Tags common;

    MeterRegistrar(MeterRegistry registry, Iterable<Tag> common) {
        this.registry = registry;
        this.common = Tags.of(common);
    }

    Counter counter(Metric metric, String... labels) {
        return Counter.builder(metric.meterName())
                .description(metric.description())
                .tags(tags(metric, labels))
                .register(registry);
    }

    <T> void counter(Metric metric, T source, ToDoubleFunction<T> reading, String... labels) {
        FunctionCounter.builder(metric.meterName(), source, reading)
                .description(metric.description())
                .tags(tags(metric, labels))
                .register(registry);
    }

    <T> void gauge(Metric metric, T source, ToDoubleFunction<T> reading, String... labels) {
        Gauge.builder(metric.meterName(), source, reading)
                .description(metric.description())
                .tags(tags(metric, labels))
                .register(registry);
    }

    /** A gauge of seconds. */
    <T> void time(Metric metric, T source, ToDoubleFunction<T> seconds, String... labels) {
        TimeGauge.builder(metric.meterName(), source, TimeUnit.SECONDS, seconds)
                .description(metric.description())
                .tags(tags(metric, labels))
                .register(registry);
    }

    Timer histogram(Metric metric, HistogramBuckets buckets, String... labels) {
        return Timer.builder(metric.meterName())
                .description(metric.description())
                .tags(tags(metric, labels))
                .serviceLevelObjectives(buckets.bounds().toArray(Duration[]::new))
                .register(registry);
    }

    private Tags tags(Metric metric, String... values) {
        Tags tags = common;
        for (int i = 0; i < metric.labels().size(); i++) {
            tags = tags.and(metric.labels().get(i), values[i]);
        }
        return tags;
    }

    /** The registry's stopwatch, in seconds. */
    double now() {
        return registry.config().clock().monotonicTime() / 1e9;
    }

    static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
