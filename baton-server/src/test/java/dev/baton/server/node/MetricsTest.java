package dev.baton.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.alerts.condition.Sample;
import dev.baton.alerts.condition.SampleText;
import dev.baton.micrometer.Metric;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MetricsTest {

    private final Metrics metrics = new Metrics();

    /** What an alert's rule may name: every sample of the page, whatever the client appended to the name of its metric. */
    @Test
    void readsWhatThePageShowsUnderTheSameNames() {
        metrics.registry().counter("orders", "kind", "new \"one\"").increment(3);
        metrics.registry().counter("submission.intents.created", "target", "a").increment();
        Timer.builder("answers")
                .serviceLevelObjectives(Duration.ofMillis(5), Duration.ofSeconds(1))
                .register(metrics.registry())
                .record(Duration.ofMillis(7));
        Timer.builder("plain")
                .publishPercentiles(0.5, 0.99)
                .register(metrics.registry())
                .record(Duration.ofMillis(3));
        metrics.registry().summary("sizes").record(1e9);
        metrics.registry().gauge("depth", 7);
        metrics.registry().gauge("nothing", Double.NaN);
        for (Metric metric : Metric.values()) {
            metrics.registry().counter(metric.meterName() + ".more").increment();
        }
        Map<String, List<Sample>> page = ((PrometheusMeterRegistry) metrics.registry())
                .scrape()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(SampleText::sample)
                .collect(Collectors.groupingBy(Sample::name));
        assertThat(page)
                .containsKeys(
                        "orders_total",
                        "submission_intents_created_total",
                        "answers_seconds_bucket",
                        "answers_seconds_count",
                        "answers_seconds_sum",
                        "answers_seconds_max",
                        "plain_seconds",
                        "sizes_max",
                        "depth");

        page.forEach((name, samples) ->
                assertThat(metrics.samples().read(Set.of(name))).as(name).containsExactlyInAnyOrderElementsOf(samples));
        assertThat(metrics.samples().read(page.keySet()))
                .containsExactlyInAnyOrderElementsOf(
                        page.values().stream().flatMap(List::stream).toList());
    }

    /** Alerts look every few seconds at a few metrics. */
    @Test
    void collectsNothingThatWasNotAskedFor() {
        AtomicInteger looks = new AtomicInteger();
        metrics.registry().gauge("depth", 7);
        Gauge expensive = Gauge.builder("expensive", looks::incrementAndGet).register(metrics.registry());
        metrics.samples().read(Set.of("depth"));
        int known = looks.get();

        assertThat(metrics.samples().read(Set.of("depth"))).containsExactly(new Sample("depth", Map.of(), 7));
        assertThat(looks).hasValue(known);

        assertThat(metrics.samples().read(Set.of("expensive")))
                .containsExactly(new Sample("expensive", Map.of(), known + 1));
        metrics.registry().remove(expensive);
        assertThat(metrics.samples().read(Set.of("expensive"))).isEmpty();
    }
}
