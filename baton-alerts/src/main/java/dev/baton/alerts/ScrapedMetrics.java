package dev.baton.alerts;

import dev.baton.alerts.condition.Sample;
import dev.baton.alerts.condition.SampleText;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** A process's own metrics from the page that it shows to a Prometheus, whatever library writes that page. */
public final class ScrapedMetrics implements MetricSource {

    private final Function<Set<String>, String> page;

    /** @param page what is shown of the metrics with these names, or more: the rest is left out here */
    public ScrapedMetrics(Function<Set<String>, String> page) {
        this.page = page;
    }

    @Override
    public List<Sample> read(Set<String> metrics) {
        return page.apply(metrics)
                .lines()
                .filter(line -> metrics.contains(name(line)))
                .map(SampleText::sample)
                .toList();
    }

    private static String name(String line) {
        int end = 0;
        while (end < line.length() && line.charAt(end) != '{' && line.charAt(end) != ' ') {
            end++;
        }
        return line.substring(0, end);
    }
}
