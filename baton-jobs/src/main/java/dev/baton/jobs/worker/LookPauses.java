package dev.baton.jobs.worker;

import dev.baton.support.Stopwatch;
import java.time.Duration;

/**
 * How long a claimer that finds nothing pauses between two looks: twice as long each time, up to the poll interval.
 *
 * <p>Where it was told of work, and finds none, the work may be there all the same: in a transaction that is about to commit, or in a row
 * that somebody holds for a moment, as another claimer does that looks at it. So for {@link #LOOKED_FOR} it pauses no longer than
 * {@link #LONGEST_WHILE_TOLD}, and goes on from 20 ms. Most hints are vain, since another worker was faster, and on PostgreSQL each
 * reaches every worker: one by itself costs an idle claimer about ten looks, as many as a job that it finds. Further hints meanwhile make
 * it look at once, but do not begin again at 20 ms: however many there are, it is one look more for each, and one each second.
 */
final class LookPauses {

    static final Duration SHORTEST = Duration.ofMillis(20);
    static final Duration LONGEST_WHILE_TOLD = Duration.ofSeconds(1);
    static final Duration LOOKED_FOR = Duration.ofSeconds(5);

    private final Stopwatch time;
    private final Duration longest;
    private Duration pause = SHORTEST;
    private Duration whileTold;
    private long toldUntil;

    LookPauses(Stopwatch time, Duration longest) {
        this.time = time;
        this.longest = longest;
    }

    /** There may be work now, by a hint or because something is due. */
    void told() {
        toldUntil = time.elapsed() + LOOKED_FOR.toNanos();
        whileTold = whileTold == null ? SHORTEST : whileTold;
    }

    /** Before the next look, after one that found something. */
    Duration afterFind() {
        pause = SHORTEST;
        return min(pause, longest);
    }

    /** Before the next look, after a vain one. */
    Duration afterVainLook() {
        pause = min(pause.multipliedBy(2), longest);
        if (whileTold == null || time.elapsed() - toldUntil >= 0) {
            whileTold = null;
            return pause;
        }
        Duration shorter = min(whileTold, pause);
        whileTold = min(whileTold.multipliedBy(2), LONGEST_WHILE_TOLD);
        return shorter;
    }

    static Duration min(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
