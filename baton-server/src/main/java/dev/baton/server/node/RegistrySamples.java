package dev.baton.server.node;

import dev.baton.alerts.MetricSource;
import dev.baton.alerts.condition.Sample;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.DistributionDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The values of this process's metrics for alerts, under the names that a Prometheus sees: a counter's sample ends in
 * {@code _total}, a histogram has samples that end in {@code _bucket}, {@code _count} and {@code _sum}.
 */
final class RegistrySamples implements MetricSource {

    private static final Pattern SAMPLE_ENDING = Pattern.compile("_(total|count|sum|max|bucket)$");
    private static final String TOTAL = "_total";

    private final PrometheusRegistry registry;

    RegistrySamples(PrometheusRegistry registry) {
        this.registry = registry;
    }

    @Override
    public List<Sample> read(Set<String> samples) {
        List<Sample> found = new ArrayList<>();
        registry.scrape(metricsOf(samples)::contains).forEach(metric -> add(metric, found));
        found.removeIf(sample -> !samples.contains(sample.name()));
        return found;
    }

    /** The registry is asked for metrics, whose names lack the endings of their samples. */
    private static Set<String> metricsOf(Set<String> samples) {
        Set<String> metrics = new HashSet<>(samples);
        for (String sample : samples) {
            metrics.add(SAMPLE_ENDING.matcher(sample).replaceFirst(""));
        }
        return metrics;
    }

    private static void add(MetricSnapshot metric, List<Sample> to) {
        String name = metric.getMetadata().getPrometheusName();
        if (metric instanceof CounterSnapshot counter) {
            String total = name.endsWith(TOTAL) ? name : name + TOTAL;
            counter.getDataPoints().forEach(point -> to.add(sample(total, point.getLabels(), point.getValue())));
        } else if (metric instanceof GaugeSnapshot gauge) {
            gauge.getDataPoints().forEach(point -> to.add(sample(name, point.getLabels(), point.getValue())));
        } else if (metric instanceof UnknownSnapshot unknown) {
            unknown.getDataPoints().forEach(point -> to.add(sample(name, point.getLabels(), point.getValue())));
        } else if (metric instanceof HistogramSnapshot histogram) {
            histogram.getDataPoints().forEach(point -> {
                addBuckets(name, point.getLabels(), point.getClassicBuckets(), to);
                addCountAndSum(name, point, to);
            });
        } else if (metric instanceof SummarySnapshot summary) {
            summary.getDataPoints().forEach(point -> {
                point.getQuantiles()
                        .forEach(quantile -> to.add(sample(
                                name,
                                point.getLabels().add("quantile", Double.toString(quantile.getQuantile())),
                                quantile.getValue())));
                addCountAndSum(name, point, to);
            });
        }
    }

    /** Each bucket of the registry counts for itself; those that a Prometheus sees hold all below them as well. */
    private static void addBuckets(String name, Labels labels, ClassicHistogramBuckets buckets, List<Sample> to) {
        long below = 0;
        for (int i = 0; i < buckets.size(); i++) {
            below += buckets.getCount(i);
            double bound = buckets.getUpperBound(i);
            String limit = Double.isInfinite(bound) ? "+Inf" : Double.toString(bound);
            to.add(sample(name + "_bucket", labels.add("le", limit), (double) below));
        }
    }

    private static void addCountAndSum(String name, DistributionDataPointSnapshot point, List<Sample> to) {
        if (point.hasCount()) {
            to.add(sample(name + "_count", point.getLabels(), (double) point.getCount()));
        }
        if (point.hasSum()) {
            to.add(sample(name + "_sum", point.getLabels(), point.getSum()));
        }
    }

    private static Sample sample(String name, Labels labels, double value) {
        Map<String, String> named = new TreeMap<>();
        for (int i = 0; i < labels.size(); i++) {
            named.put(labels.getPrometheusName(i), labels.getValue(i));
        }
        return new Sample(name, named, value);
    }
}
