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
 * @param lock whether its term has no gate: it waits for nobody's, and what it should have waited for stays in the row
 */
public record Bid(
        String role, String holderId, String nodeId, Strategy strategy, long scopeKey, boolean defers, boolean lock) {

    /** Of a candidate that has a gate. */
    public Bid(String role, String holderId, String nodeId, Strategy strategy, long scopeKey, boolean defers) {
        this(role, holderId, nodeId, strategy, scopeKey, defers, false);
    }

    /** Of a caller that wants the role for a while and has no gate. */
    public static Bid forLock(String role, String holderId, String nodeId, Strategy.Lease strategy, long scopeKey) {
        return new Bid(role, holderId, nodeId, strategy, scopeKey, false, true);
    }
}
