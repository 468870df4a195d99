package dev.baton.election;

import dev.baton.FencedWrites;
import java.util.concurrent.atomic.LongAdder;

/** Counts fenced transactions: those that have begun and not ended, and what the fence said to all of them. */
public final class InFlight {

    private final LongAdder accepted = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private int count;
    private Runnable whenIdle = () -> {};

    public synchronized void transactionBegins() {
        count++;
    }

    public void transactionEnds() {
        idle(-1);
    }

    public void fenceAccepted() {
        accepted.increment();
    }

    void fenceRefused() {
        rejected.increment();
    }

    FencedWrites fencedWrites() {
        return new FencedWrites(accepted.sum(), rejected.sum());
    }

    /** Runs the action as soon as nothing is in flight: now, or by the thread that ends the last act. */
    void whenIdle(Runnable action) {
        synchronized (this) {
            whenIdle = action;
        }
        idle(0);
    }

    private void idle(int change) {
        Runnable action = () -> {};
        synchronized (this) {
            count += change;
            if (count == 0) {
                action = whenIdle;
                whenIdle = () -> {};
            }
        }
        action.run();
    }
}
