package dev.baton.election;

import java.util.concurrent.ThreadLocalRandom;

/**
 * When the roles of this process beat. Those that may beat together do: to wake a processor costs more than the heartbeat
 * that it is woken for. Whoever rolls the dice first rolls them for all, and nobody waits for longer than without company.
 */
final class Rhythm {

    private static final Rhythm PROCESS = new Rhythm();

    private volatile long next; // a reading of the stopwatch; in the past until somebody leads

    static Rhythm ofProcess() {
        return PROCESS;
    }

    /** When one of them beats next, as far as is known. */
    long next() {
        return next;
    }

    Moment moment(long now) {
        return new Moment(now, ThreadLocalRandom.current().nextDouble(), next);
    }

    void joins(State state) {
        if (state instanceof State.Leading leading && leading.beatAt() != State.NEVER) {
            next = leading.beatAt();
        }
    }
}
