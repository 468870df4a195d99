package dev.baton.spring.submissions;

import dev.baton.spring.properties.GatewayProperties;
import dev.baton.spring.properties.SubmissionProperties;
import dev.baton.spring.properties.TargetProperties;
import dev.baton.submissions.SubmissionSettings;
import dev.baton.submissions.gateway.GatewayLimits;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.RetryDelay;
import dev.baton.submissions.model.Target;
import dev.baton.submissions.model.Webhook;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Properties of submissions as the library understands them. What cannot work is refused there, with a sentence. */
final class SubmissionMapping {

    private final SubmissionProperties properties;

    SubmissionMapping(SubmissionProperties properties) {
        this.properties = properties;
    }

    /**
     * @param beans names of gateways that are beans
     * @param more targets that are beans
     */
    SubmissionSettings settings(Collection<String> beans, List<Target> more) {
        Map<String, GatewaySpec> gateways = new LinkedHashMap<>();
        Map<String, GatewayLimits> limits = new LinkedHashMap<>();
        beans.forEach(name -> gateways.put(name, GatewaySpec.of(name, GatewayProperties.BEAN, "")));
        properties.getGateways().forEach((name, gateway) -> {
            gateways.put(name, gateway(name, gateway));
            limits(gateway).ifPresent(found -> limits.put(name, found));
        });
        List<Target> targets = new ArrayList<>(more);
        properties.getTargets().forEach((name, target) -> targets.add(target(name, target)));
        SubmissionSettings settings = SubmissionSettings.of(List.copyOf(gateways.values()), targets)
                .limits(limits)
                .refreshInterval(properties.getScheduleRefreshInterval())
                .concurrency(properties.getConcurrency())
                .maxPayload(Math.toIntExact(properties.getMaxPayload().toBytes()));
        return properties.getRetention() == null ? settings : settings.retention(properties.getRetention());
    }

    private static GatewaySpec gateway(String name, GatewayProperties gateway) {
        return new GatewaySpec(
                name,
                gateway.getType(),
                gateway.getUrl(),
                gateway.getConnectTimeout(),
                gateway.getRequestTimeout(),
                gateway.getOptions());
    }

    private static Optional<GatewayLimits> limits(GatewayProperties gateway) {
        if (gateway.getConcurrency() == null && gateway.getPerSecond() == null) {
            return Optional.empty();
        }
        GatewayLimits limits = GatewayLimits.DEFAULT;
        limits = gateway.getConcurrency() == null ? limits : limits.concurrency(gateway.getConcurrency());
        return Optional.of(gateway.getPerSecond() == null ? limits : limits.perSecond(gateway.getPerSecond()));
    }

    private Target target(String name, TargetProperties target) {
        String key = "baton.submissions.targets." + name;
        Policy policy = Policy.of(
                key,
                required(key + ".policy", target.getPolicy()),
                Optional.ofNullable(target.getMaxAcceptance()),
                target.getMaxAttempts() == null ? OptionalInt.empty() : OptionalInt.of(target.getMaxAttempts()));
        Target mapped = Target.of(name, required(key + ".gateway", target.getGateway()), policy)
                .terminal(target.getTerminalOutcomes())
                .retryDelay(delay(key, target));
        return webhook(key, target).map(mapped::webhook).orElse(mapped);
    }

    private RetryDelay delay(String key, TargetProperties target) {
        Duration first = target.getRetryDelay();
        Duration longest = target.getRetryMaxDelay();
        if (longest != null && first == null) {
            throw new IllegalArgumentException(
                    key + ".retry-max-delay is set without retry-delay: set where the back-off begins");
        }
        if (first == null) {
            return RetryDelay.fixed(properties.getRetryDelay());
        }
        return longest == null ? RetryDelay.fixed(first) : RetryDelay.backoff(first, longest);
    }

    private static Optional<Webhook> webhook(String key, TargetProperties target) {
        boolean signed = target.getWebhookSecret() != null;
        if (target.getWebhook() == null) {
            if (signed || target.isWebhookUnsigned()) {
                throw new IllegalArgumentException(key + ".webhook is missing: there is nothing to sign");
            }
            return Optional.empty();
        }
        if (signed == target.isWebhookUnsigned()) {
            throw new IllegalArgumentException(key + ".webhook needs either webhook-secret, the name of a variable that"
                    + " holds the secret, or webhook-unsigned=true");
        }
        URI url = URI.create(target.getWebhook());
        return Optional.of(signed ? Webhook.signed(url, target.getWebhookSecret()) : Webhook.unsigned(url));
    }

    private static String required(String key, String value) {
        if (value == null) {
            throw new IllegalArgumentException(key + " is missing: set it");
        }
        return value;
    }
}
