package dev.baton.election;

import dev.baton.LeaderToken;
import dev.baton.spi.Outcome;
import dev.baton.support.Stopwatch;
import java.time.Duration;
import java.util.Optional;

/**
 * Work of a term that is over and has not ended yet. While it runs, this instance must not lead: two terms never work side
 * by side, and a leader that waits for its own past does nothing. So it does not even ask, and others have the role.
 */
final class WorkOfEarlierTerm {

    private final String role;
    private final Surroundings.TermWork work;
    private final Stopwatch stopwatch;
    private volatile long since = State.NEVER;

    WorkOfEarlierTerm(String role, Surroundings.TermWork work, Stopwatch stopwatch) {
        this.role = role;
        this.work = work;
        this.stopwatch = stopwatch;
    }

    /** What this instance is told in the store's place if it asks for the role now; null if it may ask. */
    Event answerTo(Request request) {
        Optional<LeaderToken> old = work.unfinished();
        long now = stopwatch.elapsed();
        since = old.isPresent() ? Math.min(since, now) : State.NEVER;
        return old.map(term -> new Event.Replied(request, now, refusal(term))).orElse(null);
    }

    private Outcome refusal(LeaderToken term) {
        return new Outcome.Refused("the work of term " + term.epoch() + " was told to end and still runs: this instance"
                + " does not stand for role '" + role + "' until it has ended, and if there is no other instance nobody"
                + " leads");
    }

    /** For how long it has kept this instance from standing for the role; zero if it does not. */
    Duration heldUp() {
        long begun = since;
        return begun == State.NEVER ? Duration.ZERO : Duration.ofNanos(stopwatch.elapsed() - begun);
    }
}
