package dev.baton.election;

import dev.baton.Campaign.Standing;
import dev.baton.LeaderToken;
import java.time.Duration;
import java.util.Optional;

/** Where an election stands. All times are stopwatch readings. */
public sealed interface State {

    /** An alarm that never rings. */
    long NEVER = Long.MAX_VALUE;

    /** When this state wants {@link Event.AlarmRang}; not while a request is under way. */
    long alarmAt();

    /** What users call it. */
    default Standing standing() {
        return Standing.LEADING;
    }

    /** How the holder of a term is leaving it, if it is. */
    default Optional<Exit> leavingBy() {
        return Optional.empty();
    }

    /** Whether this is the term that the instance holds, be it that it is leaving. */
    default boolean isHeldUnder(LeaderToken token) {
        return false;
    }

    /** What was wished for last: by this state, or by an event that nothing has followed from yet. */
    default boolean wantsToRest(Event undecided) {
        if (undecided instanceof Event.Started) {
            return false;
        }
        boolean leaves = undecided instanceof Event.LeaveRequested request
                && !request.exit().returns();
        return leaves
                || this instanceof Resting
                || leavingBy().map(exit -> !exit.returns()).orElse(false);
    }

    /** How long ago the last acknowledged heartbeat of a term was sent. */
    default Optional<Duration> heartbeatAge(long now) {
        return Optional.empty();
    }

    /** Not standing for the role: not started, stopped, or drained. */
    record Resting() implements State {
        @Override
        public Standing standing() {
            return Standing.RESTING;
        }

        @Override
        public long alarmAt() {
            return NEVER;
        }
    }

    /**
     * Standing for the role.
     *
     * @param alarmAt when to try again; never while a request is under way
     * @param failures errors in a row
     * @param deferred whether this candidate has already let a preferred one go first
     * @param grantedAt when the session lock was granted, while the take is under way
     * @param staleEpoch the epoch last reported as stale
     * @param nudgeable whether it sleeps because somebody holds the role, not because it stands back
     * @param owed the release of a term that this instance gave up, until it has been answered
     */
    record Following(
            long alarmAt,
            int failures,
            boolean deferred,
            long grantedAt,
            long staleEpoch,
            boolean nudgeable,
            Optional<Request.Release> owed)
            implements State {
        @Override
        public Standing standing() {
            return Standing.FOLLOWING;
        }

        static Following fresh() {
            return new Following(NEVER, 0, false, 0, 0, false, Optional.empty());
        }

        Following asleepUntil(long wakeAt) {
            return new Following(wakeAt, failures, deferred, grantedAt, staleEpoch, false, owed);
        }

        Following waitingUntil(long wakeAt) {
            return new Following(wakeAt, failures, deferred, grantedAt, staleEpoch, true, owed);
        }

        /** Somebody holds the role: a preferred candidate may be let first again when it becomes free. */
        Following held() {
            return new Following(alarmAt, failures, false, grantedAt, staleEpoch, nudgeable, owed);
        }

        Following calling() {
            return asleepUntil(NEVER);
        }

        Following failedOnceMore() {
            return new Following(alarmAt, failures + 1, deferred, grantedAt, staleEpoch, nudgeable, owed);
        }

        Following answered() {
            return new Following(alarmAt, 0, deferred, grantedAt, staleEpoch, nudgeable, owed);
        }

        Following hasDeferred() {
            return new Following(alarmAt, failures, true, grantedAt, staleEpoch, nudgeable, owed);
        }

        Following grantedAt(long now) {
            return new Following(alarmAt, failures, deferred, now, staleEpoch, nudgeable, owed);
        }

        Following reportedStale(long epoch) {
            return new Following(alarmAt, failures, deferred, grantedAt, epoch, nudgeable, owed);
        }

        Following owes(Request.Release release) {
            return new Following(alarmAt, failures, deferred, grantedAt, staleEpoch, nudgeable, Optional.of(release));
        }

        Following owesNothing() {
            return new Following(alarmAt, failures, deferred, grantedAt, staleEpoch, nudgeable, Optional.empty());
        }
    }

    /**
     * Holding the role.
     *
     * @param token the term
     * @param opensAt before this the gate stays shut, because the predecessor's may be open
     * @param opened whether the gate has been opened in this term
     * @param sentAt when the last acknowledged heartbeat was sent
     * @param openUntil the last deadline that the gate was really opened to
     * @param beatAt when the next heartbeat is due; never while a request is under way
     * @param exit how the holder is leaving, if it is
     * @param exitBy when it leaves whether or not its work has ended
     */
    record Leading(
            LeaderToken token,
            long opensAt,
            boolean opened,
            long sentAt,
            long openUntil,
            long beatAt,
            Optional<Exit> exit,
            long exitBy)
            implements State {

        @Override
        public long alarmAt() {
            return Math.min(Math.min(beatAt, exitBy), opened ? NEVER : opensAt);
        }

        @Override
        public boolean isHeldUnder(LeaderToken other) {
            return token.equals(other);
        }

        @Override
        public Optional<Exit> leavingBy() {
            return exit;
        }

        @Override
        public Optional<Duration> heartbeatAge(long now) {
            return Optional.of(Duration.ofNanos(now - sentAt));
        }

        Leading heartbeatUnderWay() {
            return new Leading(token, opensAt, opened, sentAt, openUntil, NEVER, exit, exitBy);
        }

        Leading acknowledged(long sent, long nextBeat) {
            return new Leading(token, opensAt, opened, sent, openUntil, nextBeat, exit, exitBy);
        }

        Leading openTo(long deadline) {
            return new Leading(token, opensAt, true, sentAt, deadline, beatAt, exit, exitBy);
        }

        Leading leaving(Exit how, long by) {
            return new Leading(token, opensAt, opened, sentAt, openUntil, beatAt, Optional.of(how), by);
        }
    }

    /** The gate is shut and the release is under way. */
    record Leaving(LeaderToken token, Exit exit) implements State {
        @Override
        public boolean isHeldUnder(LeaderToken other) {
            return token.equals(other);
        }

        @Override
        public Optional<Exit> leavingBy() {
            return Optional.of(exit);
        }

        @Override
        public long alarmAt() {
            return NEVER;
        }
    }
}
