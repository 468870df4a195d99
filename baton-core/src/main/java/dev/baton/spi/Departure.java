package dev.baton.spi;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * How a holder leaves: recorded with the release.
 *
 * @param reason one sentence for people
 * @param successor the node for which the role is reserved, if any
 * @param reservation how long it is reserved
 */
public record Departure(Kind kind, String reason, Optional<String> successor, Duration reservation) {

    /** What the history calls it. */
    public enum Kind {
        /** By itself. */
        RELEASED,
        /** On an operator's word, so that it stays away. */
        DRAINED,
        /** To a named successor. */
        TRANSFERRED,
        /** Given up: it could not go on. */
        LOST;

        /** The word in the history. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Leaves the role to whoever comes first. */
    public static Departure free(Kind kind, String reason) {
        return new Departure(kind, reason, Optional.empty(), Duration.ZERO);
    }

    /** Leaves the role to one node, which has this long to take it. */
    public static Departure to(String nodeId, Duration reservation) {
        return new Departure(Kind.TRANSFERRED, "transferred to " + nodeId, Optional.of(nodeId), reservation);
    }
}
