package dev.baton.election;

import dev.baton.Backoff;
import dev.baton.Strategy;
import dev.baton.spi.Bid;
import java.time.Duration;

/**
 * One instance standing for one role: everything that the election has to know about itself.
 *
 * @param prefer whether this instance goes first on a free role
 * @param drainTimeout how long in-flight work is waited for when leaving
 * @param reservation how long a role stays reserved for a named successor
 * @param staleThreshold after how long without a heartbeat a follower reports the leader
 */
public record Candidate(
        String role,
        String holderId,
        String nodeId,
        Strategy strategy,
        long scopeKey,
        Backoff backoff,
        boolean prefer,
        Duration drainTimeout,
        Duration reservation,
        Duration staleThreshold) {

    /** How long leaving the role may take when its campaign is closed: the work's time, and that of one last request. */
    public Duration closingPatience() {
        return drainTimeout.plus(strategy.callTimeout());
    }

    Bid bid(boolean alreadyDeferred) {
        return new Bid(role, holderId, nodeId, strategy, scopeKey, !prefer && !alreadyDeferred);
    }
}
