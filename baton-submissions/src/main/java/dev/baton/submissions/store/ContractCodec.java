package dev.baton.submissions.store;

import dev.baton.submissions.model.Contract;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.RetryDelay;
import dev.baton.submissions.model.Webhook;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Contracts as JSON, the form in which a snapshot lies on its intent. Written by hand and not by reflection: what was
 * stored by one version is read by the next, so its names are a format, not a by-product of class names.
 */
public final class ContractCodec {

    private static final int REMEMBERED = 1000;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Map<String, Contract> known = new ConcurrentHashMap<>();

    public String write(Contract contract) {
        ObjectNode json = JSON.createObjectNode();
        GatewaySpec spec = contract.gateway();
        ObjectNode gateway = json.putObject("gateway");
        gateway.put("name", spec.name()).put("type", spec.type()).put("url", spec.url());
        gateway.put("connectTimeoutMillis", spec.connectTimeout().toMillis());
        gateway.put("requestTimeoutMillis", spec.requestTimeout().toMillis());
        ObjectNode options = gateway.putObject("options");
        new TreeMap<>(spec.options()).forEach(options::put);
        json.put("policy", contract.policy().label());
        if (contract.policy() instanceof Policy.Deadline deadline) {
            json.put("maxAcceptanceMillis", deadline.maxAcceptance().toMillis());
        } else if (contract.policy() instanceof Policy.MaxAttempts bound) {
            json.put("maxAttempts", bound.maxAttempts());
        }
        new TreeSet<>(contract.terminalOutcomes()).forEach(json.putArray("terminalOutcomes")::add);
        RetryDelay delay = contract.retryDelay();
        json.putObject("retryDelay")
                .put("firstMillis", delay.first().toMillis())
                .put("factor", delay.factor())
                .put("longestMillis", delay.longest().toMillis())
                .put("jitter", delay.jitter());
        contract.webhook().ifPresent(hook -> {
            ObjectNode webhook = json.putObject("webhook").put("url", hook.url().toString());
            hook.secret().ifPresent(name -> webhook.put("secret", name));
            hook.credential().ifPresent(name -> webhook.put("credential", name));
        });
        return JSON.writeValueAsString(json);
    }

    /**
     * A stored contract.
     *
     * @throws IllegalArgumentException if it is none: somebody wrote the row by hand
     */
    public Contract read(String json) {
        Contract contract = known.get(json);
        if (contract == null) {
            contract = parse(json);
            if (known.size() < REMEMBERED) {
                known.put(json, contract);
            }
        }
        return contract;
    }

    private static Contract parse(String json) {
        try {
            JsonNode root = JSON.readTree(json);
            return new Contract(
                    gateway(root.required("gateway")),
                    policy(root),
                    outcomes(root.path("terminalOutcomes")),
                    delay(root.path("retryDelay")),
                    webhook(root.path("webhook")));
        } catch (JacksonException | IllegalArgumentException e) {
            throw new IllegalArgumentException("the stored contract cannot be read: " + e.getMessage(), e);
        }
    }

    private static GatewaySpec gateway(JsonNode json) {
        Map<String, String> options = new LinkedHashMap<>();
        json.path("options")
                .properties()
                .forEach(e -> options.put(e.getKey(), e.getValue().asString("")));
        return new GatewaySpec(
                json.required("name").asString(),
                json.required("type").asString(),
                json.path("url").asString(""),
                Duration.ofMillis(json.path("connectTimeoutMillis").asLong(2_000)),
                Duration.ofMillis(json.path("requestTimeoutMillis").asLong(10_000)),
                options);
    }

    private static Policy policy(JsonNode json) {
        String name = json.required("policy").asString();
        return switch (name) {
            case "deadline" ->
                new Policy.Deadline(
                        Duration.ofMillis(json.required("maxAcceptanceMillis").asLong()));
            case "max_attempts" ->
                new Policy.MaxAttempts(json.required("maxAttempts").asInt());
            case "one_shot" -> new Policy.OneShot();
            default -> throw new IllegalArgumentException("no policy '" + name + "'");
        };
    }

    private static Set<String> outcomes(JsonNode json) {
        Set<String> reasons = new HashSet<>();
        json.values().forEach(reason -> reasons.add(reason.asString()));
        return reasons;
    }

    private static RetryDelay delay(JsonNode json) {
        if (json.isMissingNode()) {
            return RetryDelay.DEFAULT;
        }
        long first = json.required("firstMillis").asLong();
        return new RetryDelay(
                Duration.ofMillis(first),
                json.path("factor").asDouble(1),
                Duration.ofMillis(json.path("longestMillis").asLong(first)),
                json.path("jitter").asDouble(0));
    }

    private static Optional<Webhook> webhook(JsonNode json) {
        if (json.isMissingNode()) {
            return Optional.empty();
        }
        return Optional.of(new Webhook(
                URI.create(json.required("url").asString()), name(json, "secret"), name(json, "credential")));
    }

    private static Optional<String> name(JsonNode json, String field) {
        return json.has(field) ? Optional.of(json.get(field).asString()) : Optional.empty();
    }
}
