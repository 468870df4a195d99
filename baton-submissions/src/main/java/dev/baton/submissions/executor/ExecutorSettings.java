package dev.baton.submissions.executor;

import dev.baton.submissions.gateway.GatewayLimits;
import java.net.http.HttpClient;
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

    /**
     * How an end is told again.
     *
     * @param attempts how often at most
     * @param first the pause after the first failure; it doubles
     * @param longest where the pause stops growing
     * @param timeout how long one delivery may take
     */
    public record WebhookRetries(int attempts, Duration first, Duration longest, Duration timeout) {

        /** Twelve times, from 1 s to 5 min apart, 10 s each. */
        public static final WebhookRetries DEFAULT =
                new WebhookRetries(12, Duration.ofSeconds(1), Duration.ofMinutes(5), Duration.ofSeconds(10));

        public WebhookRetries {
            if (attempts < 1 || first.isNegative() || longest.compareTo(first) < 0 || timeout.isNegative()) {
                throw new IllegalArgumentException("webhooks need at least 1 attempt and growing pauses, got "
                        + attempts + ", " + first + ", " + longest);
            }
        }

        /** A client that connects no longer than a delivery may take and goes nowhere else. */
        public HttpClient client() {
            return HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .connectTimeout(timeout)
                    .build();
        }

        Duration after(int tried) {
            long grown = first.toMillis() << Math.min(20, Math.max(0, tried - 1));
            return Duration.ofMillis(Math.min(grown, longest.toMillis()));
        }
    }
}
