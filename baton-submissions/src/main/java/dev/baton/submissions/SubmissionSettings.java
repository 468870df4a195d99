package dev.baton.submissions;

import dev.baton.submissions.executor.term.ExecutorSettings;
import dev.baton.submissions.gateway.GatewayLimits;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.Target;
import dev.baton.submissions.model.WebhookRetries;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The configuration of submissions. What contradicts itself is refused here, with a sentence that says what to mend.
 *
 * @param gateways where intents can go
 * @param targets what clients may name
 * @param limits what gateways bear, by name
 * @param refreshInterval {@code schedule_refresh_interval}
 * @param concurrency calls under way at once on a node; 1 is a single-threaded loop
 * @param maxPayload the most bytes that a payload may have
 * @param window how many intents per gateway the leader keeps in memory
 * @param retention after how long terminal intents are deleted; empty: never
 * @param webhooks how ends are told again
 */
public record SubmissionSettings(
        List<GatewaySpec> gateways,
        List<Target> targets,
        Map<String, GatewayLimits> limits,
        Duration refreshInterval,
        int concurrency,
        int maxPayload,
        int window,
        Optional<Duration> retention,
        WebhookRetries webhooks) {

    private static final int DEFAULT_WINDOW = 2_000;

    public SubmissionSettings {
        gateways = List.copyOf(gateways);
        targets = List.copyOf(targets);
        limits = Map.copyOf(limits);
        if (maxPayload < 2) {
            throw new IllegalArgumentException("max_payload must be at least 2 bytes, got " + maxPayload);
        }
        Map<String, GatewaySpec> byName = unique("gateway", gateways, GatewaySpec::name);
        unique("target", targets, Target::name);
        for (Target target : targets) {
            if (!byName.containsKey(target.gateway())) {
                throw new IllegalArgumentException("target '" + target.name() + "' names gateway '" + target.gateway()
                        + "', which is not configured: add it, or use one of " + byName.keySet());
            }
        }
        for (String limited : limits.keySet()) {
            if (!byName.containsKey(limited)) {
                throw new IllegalArgumentException(
                        "limits are set for gateway '" + limited + "', which is not configured");
            }
        }
        new ExecutorSettings(refreshInterval, concurrency, window, limits, retention, webhooks);
    }

    /** With the defaults: refresh every second, 16 calls at once, payloads up to 16 KiB, nothing ever deleted. */
    public static SubmissionSettings of(List<GatewaySpec> gateways, List<Target> targets) {
        return new SubmissionSettings(
                gateways,
                targets,
                Map.of(),
                Duration.ofSeconds(1),
                16,
                16 * 1024,
                DEFAULT_WINDOW,
                Optional.empty(),
                WebhookRetries.DEFAULT);
    }

    public SubmissionSettings limits(Map<String, GatewayLimits> byGateway) {
        return new SubmissionSettings(
                gateways, targets, byGateway, refreshInterval, concurrency, maxPayload, window, retention, webhooks);
    }

    public SubmissionSettings refreshInterval(Duration every) {
        return new SubmissionSettings(
                gateways, targets, limits, every, concurrency, maxPayload, window, retention, webhooks);
    }

    public SubmissionSettings concurrency(int calls) {
        return new SubmissionSettings(
                gateways, targets, limits, refreshInterval, calls, maxPayload, window, retention, webhooks);
    }

    public SubmissionSettings maxPayload(int bytes) {
        return new SubmissionSettings(
                gateways, targets, limits, refreshInterval, concurrency, bytes, window, retention, webhooks);
    }

    public SubmissionSettings window(int intents) {
        return new SubmissionSettings(
                gateways, targets, limits, refreshInterval, concurrency, maxPayload, intents, retention, webhooks);
    }

    public SubmissionSettings retention(Duration age) {
        return new SubmissionSettings(
                gateways,
                targets,
                limits,
                refreshInterval,
                concurrency,
                maxPayload,
                window,
                Optional.of(age),
                webhooks);
    }

    public SubmissionSettings webhooks(WebhookRetries retries) {
        return new SubmissionSettings(
                gateways, targets, limits, refreshInterval, concurrency, maxPayload, window, retention, retries);
    }

    ExecutorSettings executor() {
        return new ExecutorSettings(refreshInterval, concurrency, window, limits, retention, webhooks);
    }

    private static <T> Map<String, T> unique(String what, List<T> all, Function<T, String> name) {
        Map<String, T> byName = new LinkedHashMap<>();
        for (T one : all) {
            if (byName.put(name.apply(one), one) != null) {
                throw new IllegalArgumentException(
                        what + " '" + name.apply(one) + "' is configured twice: give each a name of its own");
            }
        }
        return byName;
    }
}
