package dev.baton.submissions.model;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * One entry of the configuration: what a client names, and what that means.
 *
 * @param gateway the name of a configured gateway
 * @param terminalOutcomes the reasons that end an intent
 */
public record Target(
        String name,
        String gateway,
        Policy policy,
        Set<String> terminalOutcomes,
        RetryDelay retryDelay,
        Optional<Webhook> webhook) {

    public Target {
        if (name == null || name.isBlank() || name.length() > Limits.LONGEST_ID) {
            throw new IllegalArgumentException(
                    "a target needs a name of 1 to " + Limits.LONGEST_ID + " characters, got '" + name + "'");
        }
        Objects.requireNonNull(gateway, "gateway");
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(retryDelay, "retryDelay");
        Objects.requireNonNull(webhook, "webhook");
        terminalOutcomes = Set.copyOf(terminalOutcomes);
    }

    public static Target of(String name, String gateway, Policy policy) {
        return new Target(name, gateway, policy, Set.of(), RetryDelay.DEFAULT, Optional.empty());
    }

    /** The reasons that end an intent; one named twice is refused. */
    public Target terminal(List<String> reasons) {
        Set<String> once = Set.copyOf(reasons);
        if (once.size() < reasons.size()) {
            throw new IllegalArgumentException(
                    "target '" + name + "' names a terminal outcome twice: " + reasons + "; name each once");
        }
        return new Target(name, gateway, policy, once, retryDelay, webhook);
    }

    public Target retryDelay(RetryDelay delay) {
        return new Target(name, gateway, policy, terminalOutcomes, delay, webhook);
    }

    public Target webhook(Webhook hook) {
        return new Target(name, gateway, policy, terminalOutcomes, retryDelay, Optional.of(hook));
    }
}
