package dev.baton.submissions.executor.term;

import dev.baton.submissions.gateway.GatewayLimits;
import dev.baton.submissions.model.WebhookRetries;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How the executor works.
 *
 * @param refreshInterval how often the schedule is brought up to date without a hint
 * @param concurrency calls under way at once, over all gateways
 * @param window how many intents are kept in memory for each gateway
 * @param limits what each gateway bears, by name
 * @param retention after how long terminal intents are deleted; empty: never
 * @param webhooks how often and how long an end is told
 */
public record ExecutorSettings(
        Duration refreshInterval,
        int concurrency,
        int window,
        Map<String, GatewayLimits> limits,
        Optional<Duration> retention,
        WebhookRetries webhooks) {

    public ExecutorSettings {
        if (refreshInterval.isZero() || refreshInterval.isNegative()) {
            throw new IllegalArgumentException(
                    "schedule_refresh_interval must be longer than zero, got " + refreshInterval);
        }
        if (concurrency < 1) {
            throw new IllegalArgumentException("concurrency must be at least 1, got " + concurrency);
        }
        if (window < 1) {
            throw new IllegalArgumentException("the window must hold at least 1 intent, got " + window);
        }
        retention.filter(age -> age.isNegative() || age.isZero()).ifPresent(age -> {
            throw new IllegalArgumentException(
                    "retention must be longer than zero, got " + age + ": leave it out to keep" + " intents for ever");
        });
        limits = Map.copyOf(limits);
    }
}
