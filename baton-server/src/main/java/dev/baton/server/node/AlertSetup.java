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
import dev.baton.alerts.notify.Notifiers;
import dev.baton.micrometer.Metric;
import dev.baton.server.config.ConfigException;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.FailureReason;
import dev.baton.server.live.ThroughputCurves;
import dev.baton.sql.Baton;
import dev.baton.support.SimilarWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

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
        LeaderGate gate = baton.campaigns().stream()
                .filter(campaign -> campaign.role().equals(ROLE))
                .findFirst()
                .map(Campaign::gate)
                .orElseThrow(() -> new IllegalStateException("this instance does not stand for " + ROLE));
        AlertsBuilder builder = Alerts.on(baton)
                .rules(rules(configuration))
                .metrics(metrics)
                .report(ThroughputCurves.METRICS)
                .gate(gate);
        for (Configuration.Notifier notifier : configuration.notifiers()) {
            String key = notifier.keyFile().map(AlertSetup::secret).orElse("");
            builder.notifier(
                    notifier.name(),
                    Notifiers.open(
                            notifier.name(), notifier.type(), notifier.url().orElse(""), key));
        }
        return builder.start();
    }

    private static String secret(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new ConfigException("key_file " + file + " cannot be read: " + FailureReason.of(e), e);
        }
    }
}
