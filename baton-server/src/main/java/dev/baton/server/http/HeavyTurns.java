package dev.baton.server.http;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/**
 * Long answers are made one after another: who asks for many of them takes time from others who do, and leaves the
 * processors to everybody else. No thread waits.
 */
final class HeavyTurns {

    /** More than a page has unless it is asked for more. */
    static final long HEAVY = 512 * 1024;

    private final int atOnce;
    private final int mostWaiting;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int underWay;

    HeavyTurns(int atOnce, int mostWaiting) {
        this.atOnce = atOnce;
        this.mostWaiting = mostWaiting;
    }

    /** Half of the processors, and a line that has moved on before a client gives up. */
    static HeavyTurns ofThisProcess() {
        return new HeavyTurns(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), 32);
    }

    /**
     * Begins at once, or puts it into the line.
     *
     * @param act which calls {@link #end} when its answer has been made
     */
    void begin(Runnable act) {
        synchronized (this) {
            if (underWay == atOnce) {
                if (waiting.size() == mostWaiting) {
                    throw new Problem(503, "busy", "too many ask this node for long answers: try again soon");
                }
                waiting.add(act);
                return;
            }
            underWay++;
        }
        act.run();
    }

    /** Whose turn it is next, now that one has ended. */
    synchronized Optional<Runnable> end() {
        Runnable next = waiting.poll();
        if (next == null) {
            underWay--;
        }
        return Optional.ofNullable(next);
    }
}
