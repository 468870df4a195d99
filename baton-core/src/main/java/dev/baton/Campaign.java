package dev.baton;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * This instance standing for one role, until closed. It follows, leads, loses and stands again by itself, for ever; a
 * database that is away for any length of time only makes it wait. Thread-safe.
 */
public interface Campaign extends AutoCloseable {

    /** The role. */
    String role();

    /** The gate that acts of this role pass in this process. */
    LeaderGate gate();

    /** What the instance is doing about the role now. */
    Standing standing();

    /**
     * Waits until this instance may act.
     *
     * @return the token, or empty when the time is up
     */
    Optional<LeaderToken> awaitLeadership(Duration atMost) throws InterruptedException;

    /**
     * Leaves the role, work in flight finished first, and stays away from it until {@link #undrain()}.
     *
     * @return completed when the role is released, or was not held
     */
    CompletableFuture<Void> drain();

    /** Stands for the role again. */
    void undrain();

    /**
     * Leaves the role to the named node, work in flight finished first. The role is reserved for it for a short while;
     * if it does not come, the role is free again.
     *
     * @return completed when the role is released; failed with {@link NotLeaderException} if this instance does not lead,
     *     or its term ends in another way first
     */
    CompletableFuture<Void> transferTo(String nodeId);

    /** Gives up this term at once, without waiting for work: its state can no longer be trusted. */
    void stepDown(LeaderToken token, String reason);

    /** How many times this instance has asked the database for the role. */
    long attempts();

    /** How long ago the last acknowledged heartbeat of this instance's term was sent; empty while it holds none. */
    Optional<Duration> heartbeatAge();

    /**
     * For how long work of an earlier term that has not ended, though it was told to, has kept this instance from standing
     * for the role again; zero if none does.
     */
    default Duration heldUpByOldWork() {
        return Duration.ZERO;
    }

    /** What the fence said to transactions of this role in this process. */
    FencedWrites fencedWrites();

    /** Leaves the role, work in flight finished first, and ends the campaign. Idempotent; waits, within a bound. */
    @Override
    void close();

    /** What an instance can be doing about a role. */
    enum Standing {
        /** Not standing: observer, drained, disabled, or closed. */
        RESTING,
        /** Standing, not holding. */
        FOLLOWING,
        /** Holding the role; the gate tells whether it may act. */
        LEADING
    }
}
