package dev.baton.spring.submissions;

import dev.baton.spring.properties.GatewayProperties;
import dev.baton.submissions.gateway.Gateway;
import dev.baton.submissions.gateway.GatewayKind;
import dev.baton.submissions.model.GatewaySpec;
import java.util.Map;
import java.util.TreeMap;

/** The application's {@link Gateway} beans, each a gateway by the name of its bean. */
final class BeanGateways implements GatewayKind {

    private final Map<String, Gateway> beans;

    BeanGateways(Map<String, Gateway> beans) {
        this.beans = new TreeMap<>(beans);
    }

    Map<String, Gateway> beans() {
        return beans;
    }

    @Override
    public String type() {
        return GatewayProperties.BEAN;
    }

    /** Nobody can know what reasons a bean gives. */
    @Override
    public boolean knowsReason(String reason) {
        return true;
    }

    @Override
    public void check(GatewaySpec spec) {
        if (!beans.containsKey(spec.name())) {
            throw new IllegalArgumentException("gateway '" + spec.name()
                    + "' has no type and no Gateway bean of that name; there are " + beans.keySet());
        }
    }

    @Override
    public Gateway open(GatewaySpec spec) {
        check(spec);
        return beans.get(spec.name());
    }
}
