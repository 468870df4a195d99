package dev.baton.server.node;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.registry.PrometheusScrapeRequest;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A registry that asks a collector only if it has something of what is wanted. Micrometer's collectors do not say what they
 * have, so each look at a few metrics would collect all, and throw most of it away.
 */
final class CollectorsByName extends PrometheusRegistry {

    private final Map<MultiCollector, MultiCollector> named = new ConcurrentHashMap<>();

    @Override
    public void register(MultiCollector collector) {
        Named one = new Named(collector);
        super.register(one);
        named.put(collector, one);
    }

    @Override
    public void unregister(MultiCollector collector) {
        MultiCollector one = named.remove(collector);
        super.unregister(one == null ? collector : one);
    }

    /** Remembers the names of what it collected: a collector of Micrometer has the same ones for good. */
    private static final class Named implements MultiCollector {

        private final MultiCollector collector;
        private volatile Set<String> names = Set.of();

        Named(MultiCollector collector) {
            this.collector = collector;
        }

        @Override
        public MetricSnapshots collect() {
            MetricSnapshots all = collector.collect();
            names = all.stream()
                    .map(snapshot -> snapshot.getMetadata().getPrometheusName())
                    .collect(Collectors.toUnmodifiableSet());
            return all;
        }

        @Override
        public MetricSnapshots collect(Predicate<String> wanted, PrometheusScrapeRequest request) {
            Set<String> known = names;
            return known.isEmpty() || known.stream().anyMatch(wanted)
                    ? MultiCollector.super.collect(wanted, request)
                    : new MetricSnapshots();
        }
    }
}
