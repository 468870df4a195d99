package dev.baton.spi;

import dev.baton.LeaderToken;
import java.time.Duration;
import java.time.Instant;

/** What a {@link LeaderStore} answers. Each verb has its own sealed set; no verb answers with a boolean. */
public sealed interface Outcome {

    /** Answers to {@link LeaderStore#await}. */
    sealed interface OfAwait extends Outcome permits Granted, HeldBy, Refused, Failed {}

    /** Answers to {@link LeaderStore#take}. */
    sealed interface OfTake extends Outcome permits Acquired, HeldBy, Deferred, Refused, Failed {}

    /** Answers to {@link LeaderStore#renew}. */
    sealed interface OfRenew extends Outcome permits Renewed, Lost, Failed {}

    /** Answers to {@link LeaderStore#release}. */
    sealed interface OfRelease extends Outcome permits Released, Lost, Failed {}

    /** Answers to {@link LeaderStore#evict}. */
    sealed interface OfEvict extends Outcome permits Evicted, HeldBy, Refused, Failed {}

    /** The session lock is ours; the row is not yet. */
    record Granted() implements OfAwait {}

    /**
     * A new term has been committed.
     *
     * @param token the term
     * @param expiresAt the row's expiry, in the database's time
     * @param quiet how long after the grant the gate must stay shut, because the predecessor's may be open
     * @param failover whether the predecessor ended without releasing the role
     */
    record Acquired(LeaderToken token, Instant expiresAt, Duration quiet, boolean failover) implements OfTake {}

    /** Somebody else holds the role. */
    record HeldBy(Sighting holder) implements OfAwait, OfTake, OfEvict {}

    /** The role is free, but not for us just now: it is reserved for, or left to, another node. */
    record Deferred(String nodeId, Reason reason) implements OfTake {
        /** Why another node goes first. */
        public enum Reason {
            /** A transfer named it. */
            RESERVED,
            /** It is a preferred candidate and alive. */
            PREFERRED
        }
    }

    /** The set-up does not allow it; the sentence says what to change. */
    record Refused(String reason) implements OfAwait, OfTake, OfEvict {}

    /** The heartbeat is recorded. */
    record Renewed(Instant expiresAt) implements OfRenew {}

    /** The row is not (or no longer) held under this token. */
    record Lost(String reason) implements OfRenew, OfRelease {}

    /** The row is marked as released and expired; its epoch stays. */
    record Released() implements OfRelease {}

    /** The stale holder's session was ended by the database; the eviction is on record. */
    record Evicted(Sighting holder) implements OfEvict {}

    /** An error or a time-out: what the database did with the request is unknown. */
    record Failed(Exception error) implements OfAwait, OfTake, OfRenew, OfRelease, OfEvict {}
}
