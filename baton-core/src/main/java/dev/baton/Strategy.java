package dev.baton;

import java.time.Duration;
import java.util.Objects;

/**
 * How a role is elected, with the timings of that way. Impossible timings are refused at construction, never repaired.
 */
public sealed interface Strategy permits Strategy.Lease, Strategy.Session {

    /** The name in configuration and in the lease row: {@code lease} or {@code session}. */
    String label();

    /** When a successor's gate may open. */
    Takeover takeover();

    /** How long the row stays valid after a renewal, in the database's time. */
    Duration lease();

    /** How long after a heartbeat was sent its gate may stay open, margin already taken off. */
    Duration gateWindow();

    /** How long a rival must wait after the grant where it cannot know that this holder's gate is shut. */
    Duration trustWindow();

    /** How long after one heartbeat the next one is sent. */
    Duration beatInterval();

    /** The longest that one request may take before it counts as failed. */
    Duration callTimeout();

    /** The most that a fenced transaction may idle or wait, so that a paused writer cannot hold up a takeover. */
    default Duration fenceBound() {
        return Duration.ofMillis(lease().toMillis() / 2); // every fenced transaction asks, and dividedBy is slow
    }

    /** {@code lease} with the default timings: 60 s, renewed every 20 s, tried every 30 s. */
    static Lease lease60() {
        return new Lease(Duration.ofSeconds(60), Duration.ofSeconds(20), Duration.ofSeconds(30));
    }

    /** {@code session} with the default timings: heartbeat 500 ms, trust window 2 s, session lease 10 s. */
    static Session session() {
        return new Session(
                Duration.ofMillis(500),
                Duration.ofSeconds(2),
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                Takeover.EXCLUSIVE);
    }

    /**
     * A row with an expiry. Works behind any pooler and on any supported engine; fail-over takes up to the lease.
     *
     * @param lease how long a term lasts without renewal
     * @param renewInterval how often it is renewed
     * @param acquireInterval how often a follower looks, besides at the expiry it knows of
     */
    record Lease(Duration lease, Duration renewInterval, Duration acquireInterval) implements Strategy {
        public Lease {
            Timings.positive("lease_duration", lease);
            Timings.positive("renew_interval", renewInterval);
            Timings.positive("acquire_interval", acquireInterval);
            if (renewInterval.compareTo(lease) >= 0) {
                throw new IllegalArgumentException("renew_interval (" + Timings.text(renewInterval)
                        + ") must be shorter than lease_duration (" + Timings.text(lease)
                        + "): lengthen the lease or renew more often");
            }
            if (callTimeout(lease, renewInterval).compareTo(Timings.SHORTEST_CALL) < 0) {
                throw new IllegalArgumentException("lease_duration (" + Timings.text(lease)
                        + ") less its margin of a fiftieth, minus renew_interval (" + Timings.text(renewInterval)
                        + ") leaves no room for a time-out and one more try: it must be at"
                        + " least " + Timings.text(Timings.SHORTEST_CALL.multipliedBy(3)));
            }
        }

        /** The name in configuration and in the lease row. */
        public static final String LABEL = "lease";

        @Override
        public String label() {
            return LABEL;
        }

        @Override
        public Takeover takeover() {
            return Takeover.EXCLUSIVE;
        }

        @Override
        public Duration gateWindow() {
            return lease.minus(Timings.margin(lease));
        }

        /** Nothing beyond the expiry itself: a rival acquires only after it, by the database's clock. */
        @Override
        public Duration trustWindow() {
            return Duration.ZERO;
        }

        @Override
        public Duration beatInterval() {
            return renewInterval;
        }

        @Override
        public Duration callTimeout() {
            return callTimeout(lease, renewInterval);
        }

        /** A renewal that times out has done so before the gate shuts, with time left for another look. */
        private static Duration callTimeout(Duration lease, Duration renewInterval) {
            return lease.minus(Timings.margin(lease)).minus(renewInterval).dividedBy(3);
        }
    }

    /**
     * A session lock on a dedicated connection, with the same row for epoch and heartbeat. A leader's death wakes the
     * next in milliseconds.
     *
     * @param heartbeatInterval how often the holder proves itself, jittered by a fifth
     * @param trustWindow how long a heartbeat is trusted, counted from its sending
     * @param sessionLease after how long without a heartbeat the holder counts as gone and is evicted
     * @param lockTimeout the longest slice that a candidate waits inside the database
     * @param takeover when a successor's gate may open
     */
    record Session(
            Duration heartbeatInterval,
            Duration trustWindow,
            Duration sessionLease,
            Duration lockTimeout,
            Takeover takeover)
            implements Strategy {
        public Session {
            Timings.positive("heartbeat_interval", heartbeatInterval);
            Timings.positive("trust_window", trustWindow);
            Timings.positive("session_lease", sessionLease);
            Timings.positive("lock_timeout", lockTimeout);
            Objects.requireNonNull(takeover, "takeover");
            if (heartbeatInterval.multipliedBy(2).compareTo(trustWindow) > 0) {
                throw new IllegalArgumentException("trust_window (" + Timings.text(trustWindow)
                        + ") must be at least twice heartbeat_interval (" + Timings.text(heartbeatInterval)
                        + "): lengthen the window or beat more often");
            }
            if (trustWindow.compareTo(sessionLease) >= 0) {
                throw new IllegalArgumentException("session_lease (" + Timings.text(sessionLease)
                        + ") must be longer than trust_window (" + Timings.text(trustWindow)
                        + "): a holder's gate has to be shut before it is evicted");
            }
            if (sessionLease.multipliedBy(4).dividedBy(5).compareTo(Timings.SHORTEST_CALL) < 0) {
                throw new IllegalArgumentException("session_lease (" + Timings.text(sessionLease)
                        + ") leaves no room for a time-out: it must be at least "
                        + Timings.text(Timings.SHORTEST_CALL.multipliedBy(5).dividedBy(4)));
            }
        }

        /** The same timings with another takeover. */
        public Session with(Takeover other) {
            return new Session(heartbeatInterval, trustWindow, sessionLease, lockTimeout, other);
        }

        @Override
        public String label() {
            return "session";
        }

        @Override
        public Duration lease() {
            return sessionLease;
        }

        @Override
        public Duration gateWindow() {
            return trustWindow.minus(Timings.margin(trustWindow));
        }

        @Override
        public Duration beatInterval() {
            return heartbeatInterval;
        }

        @Override
        public Duration callTimeout() {
            return sessionLease.multipliedBy(4).dividedBy(5);
        }
    }
}
