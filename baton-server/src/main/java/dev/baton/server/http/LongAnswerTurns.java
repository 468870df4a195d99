package dev.baton.server.http;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/**
 * Bounds how many long answers are made at the same time. Callers who wait for one have turns: each gets one before any gets a
 * second, so a caller who asks for many of them delays only itself. No thread waits.
 */
final class LongAnswerTurns {

    /** More than a page has unless it is asked for more. */
    static final long HEAVY = 512 * 1024;

    private final int atOnce;
    private final int mostOfOne;

    /** The callers that wait, in the order of their next turns, each with its requests. */
    private final Map<String, Queue<Runnable>> waiting = new LinkedHashMap<>();

    private int underWay;

    /**
     * @param atOnce how many are made at the same time
     * @param mostOfOne how many of the same caller may wait; how many callers there are, tokens and connections bound
     */
    LongAnswerTurns(int atOnce, int mostOfOne) {
        this.atOnce = atOnce;
        this.mostOfOne = mostOfOne;
    }

    /** Half of the processors, and lines that have moved on before a client gives up. */
    static LongAnswerTurns ofThisProcess() {
        return new LongAnswerTurns(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), 16);
    }

    /**
     * Begins at once, or puts it into its caller's line.
     *
     * @param act which calls {@link #end} when its answer has been made
     */
    void begin(String caller, Runnable act) {
        synchronized (this) {
            if (underWay == atOnce) {
                Queue<Runnable> line = waiting.computeIfAbsent(caller, name -> new ArrayDeque<>());
                if (line.size() == mostOfOne) {
                    throw new Problem(
                            503, "busy", "you ask this node for too many long answers at once: try again soon");
                }
                line.add(act);
                return;
            }
            underWay++;
        }
        act.run();
    }

    /** Whose turn it is next, when one has ended. */
    synchronized Optional<Runnable> end() {
        if (waiting.isEmpty()) {
            underWay--;
            return Optional.empty();
        }
        String caller = waiting.keySet().iterator().next();
        Queue<Runnable> line = waiting.remove(caller);
        Runnable next = line.remove();
        if (!line.isEmpty()) {
            waiting.put(caller, line); // behind all others
        }
        return Optional.of(next);
    }
}
