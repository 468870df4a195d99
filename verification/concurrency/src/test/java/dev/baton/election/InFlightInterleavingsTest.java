package dev.baton.election;

import dev.baton.interleavings.Interleavings;
import dev.baton.interleavings.Together;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Leaving a role waits for the fenced transactions under way, and is told of the last one's end exactly once. */
class InFlightInterleavingsTest {

    private interface Acts {
        void begin();

        void end();

        void whenIdle(Runnable action);
    }

    private static Acts real() {
        InFlight inFlight = new InFlight();
        return new Acts() {
            @Override
            public void begin() {
                inFlight.transactionBegins();
            }

            @Override
            public void end() {
                inFlight.transactionEnds();
            }

            @Override
            public void whenIdle(Runnable action) {
                inFlight.whenIdle(action);
            }
        };
    }

    /** Looks whether all is idle, and only then says what to do when it is. */
    private static final class Forgetful implements Acts {
        private final AtomicInteger count = new AtomicInteger();
        private volatile Runnable whenIdle = () -> {};

        @Override
        public void begin() {
            count.incrementAndGet();
        }

        @Override
        public void end() {
            if (count.decrementAndGet() == 0) {
                whenIdle.run();
            }
        }

        @Override
        public void whenIdle(Runnable action) {
            if (count.get() == 0) {
                action.run();
            } else {
                whenIdle = action;
            }
        }
    }

    private static void isToldOnce(Acts acts) {
        AtomicInteger told = new AtomicInteger();
        acts.begin();
        acts.begin();
        Together.run(acts::end, acts::end, () -> acts.whenIdle(told::incrementAndGet));
        Together.check(told.get() == 1, "told " + told.get() + " times");
    }

    @Test
    void theLastTransactionTellsOnce() {
        Interleavings.allHold(() -> isToldOnce(Together.share(real())));
    }

    @Test
    void aCounterThatForgetsToTellIsFound() {
        Interleavings.oneIsFound(() -> isToldOnce(Together.share(new Forgetful())));
    }
}
