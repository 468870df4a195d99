package dev.baton.spi;

import java.time.Duration;
import java.util.Optional;

/**
 * How a holder leaves: recorded with the release.
 *
 * @param event what the history calls it: {@code released}, {@code drained}, {@code transferred}
 * @param reason one sentence for people
 * @param successor the node for which the role is reserved, if any
 * @param reservation how long it is reserved
 */
public record Departure(String event, String reason, Optional<String> successor, Duration reservation) {

    /** Leaves the role to whoever comes first. */
    public static Departure free(String event, String reason) {
        return new Departure(event, reason, Optional.empty(), Duration.ZERO);
    }

    /** Leaves the role to one node, which has this long to take it. */
    public static Departure to(String nodeId, Duration reservation) {
        return new Departure("transferred", "transferred to " + nodeId, Optional.of(nodeId), reservation);
    }
}
