package dev.baton.server.config;

import dev.baton.server.config.Configuration.SubmissionsConfig;
import dev.baton.shards.Layout;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** {@code [submissions]}, {@code [gateways.NAME]} and {@code [targets."NAME"]} */
final class SubmissionsReader {

    /** Something before an at sign, where the host begins. */
    private static final Pattern WITH_USER = Pattern.compile("[^/]*//[^/?#]*@");

    private static final List<String> FAKE_OPTIONS = List.of("outcome", "error_rate", "delay");

    private final Map<String, CredentialConfig> credentials;

    private SubmissionsReader(Map<String, CredentialConfig> credentials) {
        this.credentials = credentials;
    }

    /** @param credentials that gateways and webhooks may name */
    static SubmissionsConfig read(ConfigSection root, Map<String, CredentialConfig> credentials) {
        return new SubmissionsReader(credentials).read(root);
    }

    private SubmissionsConfig read(ConfigSection root) {
        ConfigSection section = root.section("submissions");
        Map<String, GatewayLimits> limits = new LinkedHashMap<>();
        List<GatewaySpec> gateways = new ArrayList<>();
        root.children("gateways").forEach((name, gateway) -> {
            gateways.add(gateway(name, gateway));
            limits(gateway).ifPresent(found -> limits.put(name, found));
            gateway.done();
        });
        RetryDelay retry = RetryDelay.fixed(section.duration("retry_delay", Duration.ofSeconds(5)));
        List<Target> targets = new ArrayList<>();
        root.children("targets").forEach((name, target) -> targets.add(target(name, target, retry)));
        if (gateways.isEmpty() && targets.isEmpty()) {
            gateways.add(GatewaySpec.of("sample", "fake", ""));
            targets.add(
                    Target.of("sample", "sample", new Policy.MaxAttempts(10)).retryDelay(retry));
        }
        SubmissionSettings settings = SubmissionSettings.of(gateways, targets)
                .limits(limits)
                .refreshInterval(section.duration("schedule_refresh_interval", Duration.ofSeconds(1)))
                .concurrency(section.number("concurrency", 16, 1, 10_000))
                .maxPayload(section.bodyBytes("max_payload", 16 * 1024));
        Optional<Duration> retention = section.duration("retention");
        int shards = section.number("shards", 1, 1, Layout.MOST_SHARDS);
        section.done();
        return new SubmissionsConfig(retention.map(settings::retention).orElse(settings), shards);
    }

    private GatewaySpec gateway(String name, ConfigSection section) {
        String type = section.required("type");
        GatewaySpec spec = GatewaySpec.of(name, type, url(section, "url").orElse(""))
                .timeouts(
                        section.duration("connect_timeout", Duration.ofSeconds(2)),
                        section.duration("request_timeout", Duration.ofSeconds(10)));
        Optional<String> credential = credential(section, "credential");
        if (credential.isPresent()) {
            spec = spec.option("credential", credential.get());
        }
        if (type.equals("fake")) {
            for (String option : FAKE_OPTIONS) {
                Optional<String> value = section.word(option);
                if (value.isPresent()) {
                    spec = spec.option(option, value.get());
                }
            }
        }
        return spec;
    }

    private static Optional<GatewayLimits> limits(ConfigSection section) {
        Optional<Integer> concurrency = section.optionalNumber("concurrency", 1, 10_000);
        Optional<Integer> rate = section.optionalNumber("per_second", 1, 1_000_000);
        if (concurrency.isEmpty() && rate.isEmpty()) {
            return Optional.empty();
        }
        GatewayLimits limits = GatewayLimits.DEFAULT;
        limits = concurrency.isPresent() ? limits.concurrency(concurrency.get()) : limits;
        return Optional.of(rate.isPresent() ? limits.perSecond(rate.get()) : limits);
    }

    private Target target(String name, ConfigSection section, RetryDelay usual) {
        Optional<Integer> attempts = section.optionalNumber("max_attempts", 1, 1_000_000);
        Policy policy = Policy.of(
                "target '" + name + "'",
                section.required("policy"),
                section.duration("max_acceptance"),
                attempts.isPresent() ? OptionalInt.of(attempts.get()) : OptionalInt.empty());
        Optional<Duration> first = section.duration("retry_delay");
        Optional<Duration> longest = section.duration("retry_max_delay");
        RetryDelay retry = first.map(pause ->
                        longest.map(most -> RetryDelay.backoff(pause, most)).orElseGet(() -> RetryDelay.fixed(pause)))
                .orElse(usual);
        if (longest.isPresent() && first.isEmpty()) {
            throw new ConfigException(
                    section.key("retry_max_delay") + " is set without retry_delay: set where the" + " back-off begins");
        }
        Target target = Target.of(name, section.required("gateway"), policy)
                .terminal(section.texts("terminal_outcomes"))
                .retryDelay(retry);
        Optional<Webhook> webhook = webhook(section);
        section.done();
        return webhook.map(target::webhook).orElse(target);
    }

    private Optional<Webhook> webhook(ConfigSection section) {
        Optional<String> url = url(section, "webhook");
        Optional<String> secret = section.text("webhook_secret");
        Optional<String> credential = credential(section, "webhook_credential");
        boolean unsigned = section.flag("webhook_unsigned", false);
        if (url.isEmpty()) {
            if (secret.isPresent() || credential.isPresent() || unsigned) {
                throw new ConfigException(section.key("webhook") + " is missing: there is nothing to sign");
            }
            return Optional.empty();
        }
        boolean signs =
                credential.isPresent() && credentials.get(credential.get()).signs();
        if (Stream.of(secret.isPresent(), signs, unsigned).filter(way -> way).count() != 1) {
            throw new ConfigException(
                    section.key("webhook") + " needs exactly one of webhook_secret, the name of a"
                            + " variable that holds the secret, a webhook_credential of type hmac, and webhook_unsigned = true");
        }
        URI uri;
        try {
            uri = URI.create(url.get());
        } catch (IllegalArgumentException e) {
            throw ConfigException.bad(section.key("webhook"), url.get(), "it must be an http or https URL");
        }
        return Optional.of(new Webhook(uri, secret, credential));
    }

    /** The name of a credential that is there. */
    private Optional<String> credential(ConfigSection section, String key) {
        Optional<String> name = section.text(key);
        if (name.isPresent() && !credentials.containsKey(name.get())) {
            throw ConfigException.bad(
                    section.key(key), name.get(), "there is no [credentials." + name.get() + "]: add it");
        }
        return name;
    }

    /** A URL that is stored with every intent and shown: it holds no password. */
    private static Optional<String> url(ConfigSection section, String key) {
        Optional<String> url = section.text(key);
        if (url.isPresent() && WITH_USER.matcher(url.get()).lookingAt()) {
            throw new ConfigException(section.key(key) + " holds a user or a password, and is stored with every intent:"
                    + " remove it and name a [credentials.NAME] instead");
        }
        return url;
    }
}
