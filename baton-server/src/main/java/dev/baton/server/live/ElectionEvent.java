package dev.baton.server.live;

import dev.baton.sql.Leadership;
import java.time.Instant;

/** An entry of a role's history on the wire. */
public record ElectionEvent(
        long id,
        String role,
        long leaseEpoch,
        String holderId,
        String nodeId,
        String event,
        String reason,
        Instant at) {

    public static ElectionEvent of(Leadership.Entry entry) {
        return new ElectionEvent(
                entry.id(),
                entry.role(),
                entry.epoch(),
                entry.holderId(),
                entry.nodeId(),
                entry.event(),
                entry.reason(),
                entry.at());
    }
}
