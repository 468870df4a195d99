package dev.baton.alerts;

import dev.baton.alerts.condition.Sample;
import java.util.List;
import java.util.Set;

/** Where this process's own metric values come from. Called once per round, by one thread: be quick. */
@FunctionalInterface
public interface MetricSource {

    /** The present values of the series of these metrics. */
    List<Sample> read(Set<String> metrics);
}
