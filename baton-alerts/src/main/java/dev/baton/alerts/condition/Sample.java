package dev.baton.alerts.condition;

import java.util.Map;
import java.util.TreeMap;

/**
 * The value of one series at one moment, as a node reports it.
 *
 * @param name of the metric
 * @param labels in the order of their names
 */
public record Sample(String name, Map<String, String> labels, double value) {

    public Sample {
        labels = java.util.Collections.unmodifiableMap(new TreeMap<>(labels));
    }
}
