package dev.baton;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * One thing that happened to this instance's candidacy. What does not apply is empty, 0 or "".
 *
 * @param kind what happened
 * @param role the role
 * @param holderId the holder it is about: this instance, except where the event is about another one
 * @param epoch the term it is about
 * @param expiresAt the row's expiry as the database set it
 * @param gateDeadline {@link System#nanoTime()} at which the gate shuts by itself
 * @param elapsed how long the request took that led to it
 * @param cause why a term began or ended, for counting
 * @param reason one sentence for people
 * @param error what the database said
 */
public record LeadershipEvent(
        Kind kind,
        String role,
        String holderId,
        long epoch,
        Optional<Instant> expiresAt,
        long gateDeadline,
        Duration elapsed,
        Cause cause,
        String reason,
        Optional<Throwable> error) {

    /** An event about a role with nothing filled in yet. */
    public static LeadershipEvent of(Kind kind, String role, String holderId, long epoch) {
        return new LeadershipEvent(
                kind, role, holderId, epoch, Optional.empty(), 0, Duration.ZERO, Cause.NONE, "", Optional.empty());
    }

    public LeadershipEvent because(String why) {
        return new LeadershipEvent(kind, role, holderId, epoch, expiresAt, gateDeadline, elapsed, cause, why, error);
    }

    public LeadershipEvent because(Throwable thrown) {
        String why = thrown.getMessage() == null ? thrown.getClass().getSimpleName() : thrown.getMessage();
        return new LeadershipEvent(
                kind, role, holderId, epoch, expiresAt, gateDeadline, elapsed, cause, why, Optional.of(thrown));
    }

    public LeadershipEvent by(Cause counted) {
        return new LeadershipEvent(
                kind, role, holderId, epoch, expiresAt, gateDeadline, elapsed, counted, reason, error);
    }

    public LeadershipEvent until(Instant expiry, long deadline) {
        return new LeadershipEvent(
                kind, role, holderId, epoch, Optional.ofNullable(expiry), deadline, elapsed, cause, reason, error);
    }

    public LeadershipEvent took(Duration time) {
        return new LeadershipEvent(kind, role, holderId, epoch, expiresAt, gateDeadline, time, cause, reason, error);
    }

    /** What can happen. */
    public enum Kind {
        /** A new term of this instance is committed in the database. */
        LEADER_ACQUIRED,
        /** The term was extended. */
        LEADER_RENEWED,
        /** The term is over for this instance, against its will. */
        LEADER_LOST,
        /** An attempt to take the role ended in an error or a refusal (not: somebody else holds it). */
        LEADER_ACQUIRE_FAILED,
        /** A heartbeat ended in an error, a time-out, or found no such term. */
        LEADER_RENEW_FAILED,
        /** This instance may act. */
        GATE_OPENED,
        /** This instance may not act any more, for now or for good. */
        GATE_CLOSED,
        /** The instance left the role by itself. */
        LEADER_RELEASED,
        /** The instance left the role on an operator's word and stays away from it. */
        LEADER_DRAINED,
        /** The instance left the role to a named successor. */
        LEADER_TRANSFERRED,
        /** This candidate had the session of a stale holder ended. */
        HOLDER_EVICTED,
        /** The fence refused a transaction of this instance. */
        FENCED_WRITE_REJECTED,
        /** A follower sees a leader that has not renewed for longer than the configured threshold. */
        LEADER_STALE;

        /** The name in logs and in the history. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Why a term of this instance began or ended, in a few words that never grow in number: a metric counts by them. */
    public enum Cause {
        /** There is nothing to tell apart. */
        NONE,
        /** Began: the role was free. */
        VACANCY,
        /** Began: the last holder ended without releasing the role. */
        FAILOVER,
        /** Lost: the row says another holder, epoch or timeline. */
        SUPERSEDED,
        /** Lost: a heartbeat or the release ended in an error or a time-out. */
        DATABASE_ERROR,
        /** Lost: heartbeats were acknowledged, but too late for too long. Gate closed: the last one is too old. */
        LATE_HEARTBEATS,
        /** Lost: the fence refused a transaction. */
        FENCE_REFUSED,
        /** Lost: its own work could no longer trust its state. */
        STEPPED_DOWN;

        /** Whether it is why a term was lost. */
        public boolean endsTerm() {
            return compareTo(SUPERSEDED) >= 0;
        }

        /** The name in metrics. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
