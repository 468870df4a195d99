package dev.baton.alerts.condition;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The series that a condition is about: a metric, and what its labels must be. */
record Selector(String metric, List<LabelMatcher> matchers) {

    boolean accepts(String name, Map<String, String> labels) {
        return metric.equals(name) && matchers.stream().allMatch(matcher -> matcher.accepts(labels));
    }

    @Override
    public String toString() {
        return matchers.isEmpty()
                ? metric
                : matchers.stream().map(LabelMatcher::toString).collect(Collectors.joining(",", metric + "{", "}"));
    }
}
