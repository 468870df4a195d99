package dev.baton.spi;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The row of a role as one statement read it. Whatever compares instants was compared in SQL, with the database's clock:
 * this record carries answers, not timestamps.
 *
 * @param holderId the current or last holder
 * @param nodeId its node
 * @param epoch its epoch
 * @param strategy the label of the strategy it was elected with
 * @param takeover the label of its takeover
 * @param lease the holder's lease
 * @param trust the longest window for which a gate opened before this row's last change may still be open; below zero where
 *     locks came between, see {@link #owed}
 * @param expired whether its expiry has passed
 * @param remaining time until the expiry; zero or less when it has passed
 * @param age time since the last renewal
 * @param released whether the holder left by itself, its gate shut
 * @param reservedFor the node for which the role is reserved, while the reservation lasts
 * @param timeline the history that the database had when the row was taken: its timeline, which only grows; below zero a
 *     name without an order; constant and at most 1 where nothing tells
 * @param scopeKey the session-lock key under which it was taken; 0 in a row written by hand
 * @param session what the database calls the holder's session; empty with strategy {@code lease}
 * @param expiresAt its expiry as it stands there; for people, rules go by what is left of it
 */
public record LeaseRow(
        String holderId,
        String nodeId,
        long epoch,
        String strategy,
        String takeover,
        Duration lease,
        Duration trust,
        boolean expired,
        Duration remaining,
        Duration age,
        boolean released,
        Optional<String> reservedFor,
        long timeline,
        long scopeKey,
        String session,
        Optional<Instant> expiresAt) {

    /**
     * What a gate has to wait for that follows a lock, whether the lock was given back or not: the window that was owed when the
     * first of them took the role. A lock has no gate and waits for none. Kept until a gate has opened.
     */
    public Duration owed() {
        return trust.isNegative() ? trust.negated() : Duration.ZERO;
    }

    /** The holder, for those who wait for it. */
    public Sighting sighting() {
        return new Sighting(holderId, nodeId, epoch, released ? Duration.ZERO : remaining, age, session, expiresAt);
    }
}
