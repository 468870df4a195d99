package dev.baton;

import java.time.Duration;

/** One term of leadership as its work sees it. Thread-safe. */
public interface Term {

    /** Under which this term acts. */
    LeaderToken token();

    /** To be passed before every act; may be shut for a moment in the middle of a term, when heartbeats are late. */
    LeaderGate gate();

    /** Whether the work should finish: the term was lost, or is being left. */
    boolean isOver();

    /**
     * Waits between two rounds of work.
     *
     * @return {@link #isOver()}, as soon as it is true, or when the time is up
     */
    boolean awaitOver(Duration atMost) throws InterruptedException;
}
