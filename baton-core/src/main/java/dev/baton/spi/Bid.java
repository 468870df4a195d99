package dev.baton.spi;

import dev.baton.Strategy;

/**
 * A candidate asking for a role.
 *
 * @param role the role
 * @param holderId the candidate's process incarnation
 * @param nodeId the candidate's node, which reservations and preferences name
 * @param strategy how it is elected; a live row of another strategy or takeover refuses the bid
 * @param scopeKey the session-lock key, kept in the row for operators
 * @param defers whether it lets a living preferred candidate go first this time
 */
public record Bid(String role, String holderId, String nodeId, Strategy strategy, long scopeKey, boolean defers) {}
