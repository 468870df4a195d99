package dev.baton.bench.transfer;

import dev.baton.LeaderToken;
import dev.baton.bench.process.GateLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Every time that a gate was open, over all nodes of this process. */
final class Terms {

    /** One term; its end is 0 while its gate is open. */
    static final class Term {
        final String node;
        final long epoch;
        final long opened;
        long lastOpen;

        Term(String node, long epoch, long opened) {
            this.node = node;
            this.epoch = epoch;
            this.opened = opened;
        }
    }

    private final List<Term> terms = new ArrayList<>();

    /** What one node sees of itself. */
    GateLog.Sink of(String node) {
        return new GateLog.Sink() {
            @Override
            public void opened(LeaderToken token, long at) {
                begin(new Term(node, token.epoch(), at));
            }

            @Override
            public void shut(LeaderToken token, long lastOpen) {
                end(node, token.epoch(), lastOpen);
            }
        };
    }

    private synchronized void begin(Term term) {
        terms.add(term);
        notifyAll();
    }

    private synchronized void end(String node, long epoch, long lastOpen) {
        for (Term term : terms) {
            if (term.node.equals(node) && term.epoch == epoch) {
                term.lastOpen = lastOpen;
            }
        }
        notifyAll();
    }

    /** The first term after this epoch whose gate opened. */
    synchronized Term after(long epoch, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (true) {
            for (Term term : terms) {
                if (term.epoch > epoch) {
                    return term;
                }
            }
            wait(left(end, "no gate opened after epoch " + epoch));
        }
    }

    /** Nanoseconds from the end of one term to the beginning of another; negative if they overlap. */
    synchronized long gap(Term before, Term after, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (before.lastOpen == 0) {
            wait(left(end, "the gate of epoch " + before.epoch + " did not shut"));
        }
        return after.opened - before.lastOpen;
    }

    private static long left(long end, String complaint) {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
            throw new IllegalStateException(complaint);
        }
        return left;
    }
}
