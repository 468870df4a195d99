package dev.baton.election;

import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent;
import dev.baton.LeadershipEvent.Cause;
import dev.baton.LeadershipEvent.Kind;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Turns what the gate shows into events. The gate itself shuts without anybody's help; this only tells of it, so a late
 * observation is a late line in the log and nothing more.
 */
final class GateObserver {

    /** Told of each change. */
    @FunctionalInterface
    interface Sink {
        void gateChanged(LeadershipEvent event);
    }

    /** Why a gate shuts by itself, while its term goes on. */
    static final String LATE_HEARTBEAT = "its last heartbeat is too old";

    private final DeadlineGate gate;
    private final Sink sink;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition opened = lock.newCondition();
    private LeaderToken seen;

    GateObserver(DeadlineGate gate, Sink sink) {
        this.gate = gate;
        this.sink = sink;
    }

    void observe(String reasonIfShut) {
        lock.lock();
        try {
            LeaderToken now = gate.current().orElse(null);
            if (seen != null && !seen.equals(now)) {
                sink.gateChanged(event(Kind.GATE_CLOSED, seen)
                        .because(reasonIfShut)
                        .by(reasonIfShut.equals(LATE_HEARTBEAT) ? Cause.LATE_HEARTBEATS : Cause.NONE));
                seen = null;
            }
            if (now != null && seen == null) {
                seen = now;
                sink.gateChanged(event(Kind.GATE_OPENED, now));
            }
            if (now != null) {
                opened.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private static LeadershipEvent event(Kind kind, LeaderToken token) {
        return LeadershipEvent.of(kind, token.role(), token.holderId(), token.epoch());
    }

    Optional<LeaderToken> awaitOpen(Duration atMost) throws InterruptedException {
        long left = atMost.toNanos();
        lock.lockInterruptibly();
        try {
            while (left > 0 && gate.current().isEmpty()) {
                left = opened.awaitNanos(left);
            }
            return gate.current();
        } finally {
            lock.unlock();
        }
    }
}
