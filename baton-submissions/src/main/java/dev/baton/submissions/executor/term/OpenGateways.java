package dev.baton.submissions.executor.term;

import dev.baton.submissions.gateway.Gateway;
import dev.baton.submissions.gateway.GatewayKind;
import dev.baton.submissions.model.GatewaySpec;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** OpenGateways as the snapshots of intents describe them. They outlive terms. */
public final class OpenGateways {

    private final Map<String, GatewayKind> kinds;
    private final Map<GatewaySpec, Gateway> open = new ConcurrentHashMap<>();

    /**
     * @param kinds by type
     */
    public OpenGateways(Map<String, GatewayKind> kinds) {
        this.kinds = Map.copyOf(kinds);
    }

    public Gateway of(GatewaySpec spec) {
        return open.computeIfAbsent(spec, s -> {
            GatewayKind kind = kinds.get(s.type());
            if (kind == null) {
                throw new IllegalArgumentException("this node knows no gateway of type '" + s.type() + "'");
            }
            return kind.open(s);
        });
    }
}
