package dev.baton.election;

/** Counts acts that have begun and not ended, and tells once, when asked, that none is left. */
public final class InFlight {

    private int count;
    private Runnable whenIdle = () -> {};

    public synchronized void begin() {
        count++;
    }

    public void end() {
        idle(-1);
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
