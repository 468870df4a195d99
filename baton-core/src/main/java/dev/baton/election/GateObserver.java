package dev.baton.election;

import dev.baton.LeaderToken;
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
        void gateChanged(Kind kind, LeaderToken token, String reason);
    }

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
                sink.gateChanged(Kind.GATE_CLOSED, seen, reasonIfShut);
                seen = null;
            }
            if (now != null && seen == null) {
                seen = now;
                sink.gateChanged(Kind.GATE_OPENED, now, "");
            }
            if (now != null) {
                opened.signalAll();
            }
        } finally {
            lock.unlock();
        }
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
