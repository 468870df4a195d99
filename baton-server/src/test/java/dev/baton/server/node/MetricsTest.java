package dev.baton.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.alerts.ScrapedMetrics;
import dev.baton.alerts.condition.Sample;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MetricsTest {

    private final Metrics metrics = new Metrics();

    /** What an alert's rule may name: every sample of the page, whatever the client appended to the name of its metric. */
    @Test
    void asksForASampleAndGetsWhatTheWholePageShowsOfIt() {
        metrics.registry().counter("orders", "kind", "new").increment(3);
        Timer.builder("answers").publishPercentileHistogram().register(metrics.registry());
        metrics.registry().gauge("depth", 7);
        String page = ((PrometheusMeterRegistry) metrics.registry()).scrape();
        Set<String> names = page.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("[{ ]")[0])
                .collect(Collectors.toSet());
        assertThat(names).contains("orders_total", "answers_seconds_bucket", "answers_seconds_count", "depth");

        ScrapedMetrics all = new ScrapedMetrics(ignored -> page);
        ScrapedMetrics asked = new ScrapedMetrics(metrics::page);
        for (String name : names) {
            List<Sample> expected = all.read(Set.of(name));
            assertThat(asked.read(Set.of(name))).as(name).isNotEmpty().hasSameSizeAs(expected);
        }
        assertThat(metrics.page(Set.of("depth"))).doesNotContain("orders");
    }

    /** Alerts look every few seconds at a few metrics. */
    @Test
    void collectsNothingThatWasNotAskedFor() {
        AtomicInteger looks = new AtomicInteger();
        metrics.registry().gauge("depth", 7);
        Gauge expensive = Gauge.builder("expensive", looks::incrementAndGet).register(metrics.registry());
        metrics.page(Set.of("depth"));
        int known = looks.get();

        assertThat(metrics.page(Set.of("depth"))).contains("depth 7");
        assertThat(looks).hasValue(known);

        assertThat(metrics.page(Set.of("expensive"))).contains("expensive " + (known + 1));
        metrics.registry().remove(expensive);
        assertThat(metrics.page(Set.of("expensive"))).isEmpty();
    }
}
