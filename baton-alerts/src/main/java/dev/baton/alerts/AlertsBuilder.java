package dev.baton.alerts;

import dev.baton.LeaderGate;
import dev.baton.alerts.notify.LogNotifier;
import dev.baton.alerts.notify.Notifier;
import dev.baton.sql.Baton;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Configures {@link Alerts}. What cannot work is refused by the setter or by the start. */
public final class AlertsBuilder {

    private final Baton baton;
    private final Map<String, Notifier> notifiers = new HashMap<>(Map.of("log", new LogNotifier()));
    private List<AlertRule> rules = DefaultRules.all();
    private Duration round = Duration.ofSeconds(5);
    private MetricSource source;
    private Set<String> alsoReported = Set.of();
    private LeaderGate gate;

    AlertsBuilder(Baton baton) {
        this.baton = Objects.requireNonNull(baton, "baton");
    }

    /** The rules, instead of {@link DefaultRules}. */
    public AlertsBuilder rules(List<AlertRule> all) {
        this.rules = List.copyOf(all);
        return this;
    }

    /** Somebody to tell, besides {@code log}. */
    public AlertsBuilder notifier(String name, Notifier notifier) {
        notifiers.put(name, Objects.requireNonNull(notifier, "notifier"));
        return this;
    }

    /** Where this process's metric values come from. */
    public AlertsBuilder metrics(MetricSource from) {
        this.source = Objects.requireNonNull(from, "source");
        return this;
    }

    /** Metrics that are reported though no rule speaks of them, for {@link Alerts#curves}. */
    public AlertsBuilder report(Set<String> metrics) {
        this.alsoReported = Set.copyOf(metrics);
        return this;
    }

    /** The gate of the role whose leader judges, {@code metrics-aggregator} by custom. */
    public AlertsBuilder gate(LeaderGate of) {
        this.gate = Objects.requireNonNull(of, "gate");
        return this;
    }

    /** How often nodes report and the leader judges; 5 s by default. */
    public AlertsBuilder every(Duration pause) {
        if (pause.compareTo(Duration.ofMillis(10)) < 0 || pause.compareTo(Duration.ofMinutes(1)) > 0) {
            throw new IllegalArgumentException("alerts are judged every 10 ms to 1 min, not every " + pause);
        }
        this.round = pause;
        return this;
    }

    /** Starts. A database that is away is waited for in the background. */
    public Alerts start() {
        Objects.requireNonNull(source, "metrics(…) says where the values come from");
        Objects.requireNonNull(gate, "gate(…) says whose leader judges");
        check(rules, notifiers.keySet());
        Alerts alerts = new Alerts(this, rules);
        alerts.start();
        return alerts;
    }

    /**
     * Refuses rules that cannot work together.
     *
     * @throws IllegalArgumentException if two have one name, or one notifies somebody who is not there
     */
    public static void check(List<AlertRule> rules, Set<String> notifiers) {
        Set<String> names = new HashSet<>();
        for (AlertRule rule : rules) {
            if (!names.add(rule.name())) {
                throw new IllegalArgumentException("there are two alerts named '" + rule.name() + "'");
            }
            for (String entry : rule.receivers()) {
                if (!notifiers.contains(AlertRule.notifier(entry))) {
                    throw new IllegalArgumentException("alert " + rule.name() + " notifies '"
                            + AlertRule.notifier(entry) + "', which is not configured: there are "
                            + String.join(", ", notifiers.stream().sorted().toList()));
                }
            }
        }
    }

    Baton baton() {
        return baton;
    }

    Map<String, Notifier> notifiers() {
        return Map.copyOf(notifiers);
    }

    Set<String> alsoReported() {
        return alsoReported;
    }

    Duration round() {
        return round;
    }

    MetricSource source() {
        return source;
    }

    LeaderGate gate() {
        return gate;
    }
}
