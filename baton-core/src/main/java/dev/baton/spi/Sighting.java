package dev.baton.spi;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The holder of a role as the database showed it.
 *
 * @param holderId the process incarnation in the row
 * @param nodeId its node
 * @param epoch its term
 * @param remaining how long, by the database's clock, until the holder counts as gone; zero or less when it does
 * @param age time since its last heartbeat, by the database's clock
 * @param session what the database calls the holder's session; empty with strategy {@code lease}
 * @param expiresAt the row's expiry; empty where nobody holds the role
 */
public record Sighting(
        String holderId,
        String nodeId,
        long epoch,
        Duration remaining,
        Duration age,
        String session,
        Optional<Instant> expiresAt) {

    /** Nobody is known to hold the role, for example because its row does not exist yet. */
    public static Sighting nobody(Duration remaining) {
        return new Sighting("", "", 0, remaining, Duration.ZERO, "", Optional.empty());
    }

    /** Whether the holder has shown no sign of life for its whole lease. */
    public boolean isStale() {
        return remaining.isZero() || remaining.isNegative();
    }
}
