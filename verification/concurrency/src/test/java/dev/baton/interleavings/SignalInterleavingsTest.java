package dev.baton.interleavings;

import dev.baton.support.Signal;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The way into the schedule window, which one thread owns: others leave what they have in an inbox, and wake it. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SignalInterleavingsTest {

    private static Bell real() {
        Signal signal = new Signal();
        return new Bell() {
            @Override
            public void give() {
                signal.giveSignal();
            }

            @Override
            public void await() throws InterruptedException {
                signal.await(Long.MAX_VALUE);
            }
        };
    }

    /** Forgets what was said before it began to wait. */
    private static final class Deaf implements Bell {
        private final Semaphore permits = new Semaphore(0);

        @Override
        public void give() {
            permits.release();
        }

        @Override
        public void await() throws InterruptedException {
            permits.drainPermits();
            permits.acquire();
        }
    }

    @Test
    void whatIsSaidBeforeOrDuringTheWaitIsHeard() {
        Interleavings.allHold(() -> Bell.nothingIsLeftInTheInbox(real()));
    }

    @Test
    @Order(Integer.MAX_VALUE) // its deadlock is left behind in this process
    void aDeafOwnerIsFound() {
        Interleavings.oneIsFound(() -> Bell.nothingIsLeftInTheInbox(new Deaf()));
    }
}
