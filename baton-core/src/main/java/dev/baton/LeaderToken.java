package dev.baton;

import java.util.Objects;

/**
 * Proof of one term of leadership: who leads which role, and the epoch of that term.
 *
 * <p>A token is what leadership hands to the work. It says nothing about <em>now</em>: whether it is still current is
 * decided by the {@linkplain LeaderGate gate} in this process and, for writes, by the fence inside the writer's own
 * database transaction. Two tokens are the same term only if role, holder <em>and</em> epoch agree.
 *
 * @param role the role that is led
 * @param holderId the process incarnation that leads it
 * @param epoch the fencing token: grows with every term of the role, never reused; 0 only where election is disabled
 */
public record LeaderToken(String role, String holderId, long epoch) {
    public LeaderToken {
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(holderId, "holderId");
        if (epoch < 0) {
            throw new IllegalArgumentException("an epoch is never negative, got " + epoch + " for role " + role);
        }
    }

    /** By hand: a record's own is linked at its first call, which takes tens of milliseconds just when a gate opens. */
    @Override
    public boolean equals(Object other) {
        return other instanceof LeaderToken that
                && epoch == that.epoch
                && role.equals(that.role)
                && holderId.equals(that.holderId);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * role.hashCode() + holderId.hashCode()) + Long.hashCode(epoch);
    }

    @Override
    public String toString() {
        return role + "#" + epoch + "@" + holderId;
    }
}
