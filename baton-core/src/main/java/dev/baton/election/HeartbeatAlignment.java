package dev.baton.election;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * When the roles of this process beat. Those whose heartbeats are due at about the same time send them together, because
 * waking a processor costs more than the heartbeat itself. The first role draws the random moment, the others join it if
 * it is no later than their own.
 */
public final class HeartbeatAlignment {

    private static final HeartbeatAlignment PROCESS =
            new HeartbeatAlignment(() -> ThreadLocalRandom.current().nextDouble());

    private final DoubleSupplier dice;

    private volatile long next; // a reading of the stopwatch; in the past until somebody leads

    /** For the roles of one process. The dice show a random number in [0, 1). */
    public HeartbeatAlignment(DoubleSupplier dice) {
        this.dice = dice;
    }

    /** Of this process. */
    static HeartbeatAlignment ofProcess() {
        return PROCESS;
    }

    /** When one of them beats next, as far as is known. */
    long next() {
        return next;
    }

    Moment moment(long now) {
        return new Moment(now, dice.getAsDouble(), next);
    }

    /** A role of this process is in this state now: if it leads, this tells when it beats next. */
    void stateChanged(State state) {
        if (state instanceof State.Leading leading && leading.beatAt() != State.NEVER) {
            next = leading.beatAt();
        }
    }
}
