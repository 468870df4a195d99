package dev.baton.submissions.model;

import java.util.Optional;
import java.util.Set;

/**
 * What was agreed when an intent was accepted: a target and its gateway as the configuration stood then. Stored with the
 * intent and obeyed to its end.
 */
public record Contract(
        GatewaySpec gateway,
        Policy policy,
        Set<String> terminalOutcomes,
        RetryDelay retryDelay,
        Optional<Webhook> webhook) {

    public Contract {
        terminalOutcomes = Set.copyOf(terminalOutcomes);
    }

    public static Contract of(Target target, GatewaySpec gateway) {
        return new Contract(gateway, target.policy(), target.terminalOutcomes(), target.retryDelay(), target.webhook());
    }
}
