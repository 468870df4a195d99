package dev.baton.server.node;

import dev.baton.Campaign;
import dev.baton.LeaderGate;
import dev.baton.alerts.AlertRule;
import dev.baton.alerts.Alerts;
import dev.baton.alerts.AlertsBuilder;
import dev.baton.alerts.DefaultRules;
import dev.baton.alerts.MetricSource;
import dev.baton.alerts.Severity;
import dev.baton.alerts.condition.Condition;
import dev.baton.alerts.condition.ConditionException;
import dev.baton.alerts.notify.Notifier;
import dev.baton.alerts.notify.Notifiers;
import dev.baton.micrometer.Metric;
import dev.baton.server.config.ConfigException;
import dev.baton.server.config.Configuration;
import dev.baton.server.live.ThroughputCurves;
import dev.baton.sql.Baton;
import dev.baton.support.SimilarWords;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Alerts as the configuration wants them. */
public final class AlertSetup {

    private static final String ROLE = "metrics-aggregator";

    private AlertSetup() {}

    /**
     * The rules of the configuration, or the shipped ones where it has none.
     *
     * @throws ConfigException if one of them cannot work
     */
    public static List<AlertRule> rules(Configuration configuration) {
        if (configuration.alerts().isEmpty()) {
            return DefaultRules.all();
        }
        List<AlertRule> rules =
                configuration.alerts().stream().map(AlertSetup::rule).toList();
        rules.forEach(AlertSetup::refuseUnknownMetric);
        Set<String> known = new TreeSet<>(Set.of("log"));
        configuration.notifiers().forEach(notifier -> known.add(notifier.name()));
        try {
            AlertsBuilder.check(rules, known);
        } catch (IllegalArgumentException e) {
            throw new ConfigException(e.getMessage(), e);
        }
        return rules;
    }

    /** It would never fire, and nobody would notice. */
    private static void refuseUnknownMetric(AlertRule rule) {
        Set<String> known = new TreeSet<>();
        for (Metric metric : Metric.values()) {
            known.addAll(metric.sampleNames());
        }
        String asked = rule.condition().metric();
        if (!known.contains(asked)) {
            throw new ConfigException("alert '" + rule.name() + "' is about " + asked
                    + ", which this server does not have: did you mean "
                    + String.join(", ", SimilarWords.nearest(asked, known, 3)) + "?");
        }
    }

    private static AlertRule rule(Configuration.AlertRule given) {
        try {
            return new AlertRule(
                    given.name(),
                    Condition.parse(given.condition()),
                    given.holdFor(),
                    Severity.of(given.severity()),
                    given.notifiers());
        } catch (ConditionException e) {
            throw new ConfigException("alert '" + given.name() + "': " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new ConfigException(e.getMessage(), e);
        }
    }

    /** Starts them on an instance that stands for {@code metrics-aggregator} already. */
    static Alerts start(Baton baton, Configuration configuration, MetricSource metrics) {
        AlertsBuilder builder = Alerts.on(baton)
                .rules(rules(configuration))
                .metrics(metrics)
                .report(ThroughputCurves.METRICS)
                .gate(gate(baton));
        for (Configuration.Notifier notifier : configuration.notifiers()) {
            builder.notifier(notifier.name(), open(notifier, configuration));
        }
        return builder.start();
    }

    /** Whose leader counts and judges for all. */
    static LeaderGate gate(Baton baton) {
        return baton.campaigns().stream()
                .filter(campaign -> campaign.role().equals(ROLE))
                .findFirst()
                .map(Campaign::gate)
                .orElseThrow(() -> new IllegalStateException("this instance does not stand for " + ROLE));
    }

    private static Notifier open(Configuration.Notifier notifier, Configuration configuration) {
        String url = notifier.url().orElse("");
        if (notifier.credential().isPresent()) {
            String named = notifier.credential().get();
            return Notifiers.webhook(
                    notifier.name(),
                    url,
                    body -> configuration
                            .credentials()
                            .get()
                            .get(named)
                            .credential()
                            .headers(body));
        }
        Supplier<String> key =
                notifier.keyFile().<Supplier<String>>map(KeyFile::new).orElse(() -> "");
        return Notifiers.open(notifier.name(), notifier.type(), url, key);
    }
}
