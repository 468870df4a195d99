package dev.baton.submissions.executor;

import dev.baton.LeaderGate;
import dev.baton.LeaderToken;
import dev.baton.Term;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A term that is also over, its work in flight finished first, when the executor is no longer divided. Whoever waits for that looks. */
final class DividedExecutorTerm implements Term {

    private final Term term;
    private final Duration every;
    private final BooleanSupplier divided;
    private volatile boolean ended;

    DividedExecutorTerm(Term term, Duration every, BooleanSupplier divided) {
        this.term = term;
        this.every = every;
        this.divided = divided;
    }

    @Override
    public LeaderToken token() {
        return term.token();
    }

    @Override
    public LeaderGate gate() {
        return term.gate();
    }

    @Override
    public boolean isOver() {
        return ended || term.isOver();
    }

    @Override
    public boolean awaitOver(Duration atMost) throws InterruptedException {
        Duration left = atMost;
        while (!isOver() && !left.isNegative() && !left.isZero()) {
            Duration some = left.compareTo(every) < 0 ? left : every;
            if (!term.awaitOver(some) && !divided.getAsBoolean()) {
                ended = true;
            }
            left = left.minus(some);
        }
        return isOver();
    }
}
