package dev.baton.submissions.gateway;

import dev.baton.submissions.model.GatewaySpec;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Fake gateways by name: a test keeps this to script them and to ask what they were sent. */
public final class FakeKind implements GatewayKind {

    private final Map<String, FakeGateway> gateways = new ConcurrentHashMap<>();

    public FakeKind() {}

    @Override
    public String type() {
        return "fake";
    }

    @Override
    public boolean knowsReason(String reason) {
        return HttpKind.isReason(reason);
    }

    @Override
    public void check(GatewaySpec spec) {
        FakeGateway.check(spec);
    }

    /** The gateway of that name, there or not yet. */
    public FakeGateway named(String name) {
        return gateways.computeIfAbsent(name, n -> new FakeGateway());
    }

    /** What a script says goes before what the configuration says. */
    @Override
    public Gateway open(GatewaySpec spec) {
        return gateways.computeIfAbsent(spec.name(), n -> new FakeGateway().configuredBy(spec));
    }
}
