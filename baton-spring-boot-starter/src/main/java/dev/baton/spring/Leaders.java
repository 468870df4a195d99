package dev.baton.spring;

import dev.baton.Campaign;
import dev.baton.LeaderGate;

/**
 * The roles that this application stands for: one campaign each, begun when the context has started and left when it
 * stops, calls under way finished first. Thread-safe.
 */
public interface Leaders {

    /**
     * The gate of a role of this application.
     *
     * @throws IllegalArgumentException if nothing in this application names it
     */
    LeaderGate gate(String role);

    /** The campaign for a role of this application, once the context has started. */
    Campaign campaign(String role);
}
