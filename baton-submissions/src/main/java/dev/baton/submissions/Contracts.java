package dev.baton.submissions;

import dev.baton.submissions.gateway.Credentials;
import dev.baton.submissions.gateway.GatewayKind;
import dev.baton.submissions.gateway.GatewayLimits;
import dev.baton.submissions.model.Contract;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.Target;
import dev.baton.submissions.model.Webhook;
import dev.baton.submissions.store.ContractCodec;
import dev.baton.submissions.store.Lanes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The contracts of the configuration, resolved once: each as it will lie on its intents. */
final class Contracts {

    private static final int NAMED = 20;

    private final Map<String, Terms> byTarget = new HashMap<>();

    /**
     * What an intent gets at acceptance.
     *
     * @param lane in which it waits
     * @param snapshot the contract as it is stored
     */
    record Terms(String lane, String snapshot, Long maxAcceptanceMillis, boolean webhook) {}

    /**
     * @param divided whether the executor is: then targets have lanes of their own, unless their gateway has limits, which hold for
     *     a lane only
     */
    Contracts(
            SubmissionSettings settings,
            Map<String, GatewayKind> kinds,
            ContractCodec codec,
            Credentials credentials,
            boolean divided) {
        Map<String, GatewaySpec> gateways = new HashMap<>();
        for (GatewaySpec spec : settings.gateways()) {
            kind(spec, kinds).check(spec);
            gateways.put(spec.name(), spec);
        }
        for (Target target : settings.targets()) {
            GatewaySpec gateway = gateways.get(target.gateway());
            refuseUnknownReasons(target, kind(gateway, kinds));
            target.webhook().ifPresent(webhook -> refuseMissing(target, webhook, credentials));
            boolean own = divided
                    && !isLimited(settings.limits().get(gateway.name()))
                    && Lanes.canDivide(gateway.name(), GatewaySpec.LONGEST_NAME);
            String lane = own ? Lanes.divided(gateway.name(), target.name()) : gateway.name();
            byTarget.put(target.name(), terms(lane, Contract.of(target, gateway), codec));
        }
    }

    private static boolean isLimited(GatewayLimits limits) {
        return limits != null
                && (limits.concurrency().isPresent() || limits.perSecond().isPresent());
    }

    /** The targets by name, the first few of them: for whoever asks for one that is not there. */
    String targets() {
        String named = byTarget.keySet().stream().sorted().limit(NAMED).collect(Collectors.joining(", "));
        return byTarget.size() > NAMED ? named + " and " + (byTarget.size() - NAMED) + " more" : named;
    }

    private static GatewayKind kind(GatewaySpec spec, Map<String, GatewayKind> kinds) {
        GatewayKind kind = kinds.get(spec.type());
        if (kind == null) {
            throw new IllegalArgumentException("gateway '" + spec.name() + "' has type '" + spec.type()
                    + "': use one of " + kinds.keySet().stream().sorted().toList());
        }
        return kind;
    }

    private static void refuseUnknownReasons(Target target, GatewayKind kind) {
        for (String reason : target.terminalOutcomes()) {
            if (!kind.knowsReason(reason)) {
                throw new IllegalArgumentException("target '" + target.name() + "' ends on '" + reason
                        + "', which gateways of type " + kind.type() + " never answer: correct terminal_outcomes");
            }
        }
    }

    private static void refuseMissing(Target target, Webhook webhook, Credentials credentials) {
        webhook.credential().ifPresent(name -> {
            if (credentials.named().apply(name).isEmpty()) {
                throw new IllegalArgumentException("target '" + target.name() + "' names the credential '" + name
                        + "' for its webhook, which is not configured: add it, or remove the name");
            }
        });
        webhook.secret().ifPresent(name -> {
            if (credentials
                    .secrets()
                    .apply(name)
                    .filter(secret -> !secret.isEmpty())
                    .isEmpty()) {
                throw new IllegalArgumentException("target '" + target.name() + "' signs its webhook with '" + name
                        + "', which is not in the environment: set it, or declare the webhook unsigned");
            }
        });
    }

    private static Terms terms(String lane, Contract contract, ContractCodec codec) {
        Long bound = contract.policy() instanceof Policy.Deadline deadline
                ? Long.valueOf(deadline.maxAcceptance().toMillis())
                : null;
        return new Terms(lane, codec.write(contract), bound, contract.webhook().isPresent());
    }

    Optional<Terms> of(String target) {
        return Optional.ofNullable(byTarget.get(target));
    }
}
