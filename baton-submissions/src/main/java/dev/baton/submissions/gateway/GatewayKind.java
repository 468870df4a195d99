package dev.baton.submissions.gateway;

import dev.baton.submissions.model.GatewaySpec;

/** A type of gateway: what {@code gateways.NAME.type} names. */
public interface GatewayKind {

    /** The name of the type. */
    String type();

    /** Whether gateways of this type ever give this reason for a rejection. */
    boolean knowsReason(String reason);

    /**
     * Refuses a configuration that cannot work.
     *
     * @throws IllegalArgumentException with one sentence that says what to mend
     */
    default void check(GatewaySpec spec) {}

    /** A gateway as configured, or as an intent's snapshot remembers it. Kept and used for many calls. */
    Gateway open(GatewaySpec spec);
}
