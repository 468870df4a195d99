package dev.baton.micrometer;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Optional;
import java.util.regex.Pattern;

/** What Prometheus reads from a registry. */
record Scrape(String text) {

    static PrometheusMeterRegistry registry() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        ExactNames.on(registry);
        return registry;
    }

    static Scrape of(PrometheusMeterRegistry registry) {
        return new Scrape(registry.scrape());
    }

    /** The value of a series, named as {@code name{label="value"}} with its labels in alphabetical order. */
    double value(String series) {
        return find(series).orElseThrow(() -> new AssertionError("no " + series + " in\n" + text));
    }

    Optional<Double> find(String series) {
        return Pattern.compile("(?m)^" + Pattern.quote(series) + " (\\S+)$")
                .matcher(text)
                .results()
                .findFirst()
                .map(match -> Double.parseDouble(match.group(1)));
    }

    /** Whether there is a metric of that name, by the type that Prometheus gives it. */
    Optional<String> type(String name) {
        return Pattern.compile("(?m)^# TYPE " + Pattern.quote(name) + " (\\S+)$")
                .matcher(text)
                .results()
                .findFirst()
                .map(match -> match.group(1));
    }

    long series(String prefix) {
        return text.lines().filter(line -> line.startsWith(prefix)).count();
    }
}
