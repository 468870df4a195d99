package dev.baton.jobs.worker;

import dev.baton.interleavings.Bell;
import dev.baton.interleavings.Interleavings;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** What wakes the threads of jobs: once however often it is given, and never lost, although giving it again takes no lock. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SignalInterleavingsTest {

    private static Bell real() {
        Signal signal = new Signal(() -> 0);
        return new Bell() {
            @Override
            public void give() {
                signal.give();
            }

            @Override
            public void await() throws InterruptedException {
                signal.await(Long.MAX_VALUE);
            }
        };
    }

    /** Forgets what was said before it began to wait. */
    private static final class Deaf implements Bell {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition said = lock.newCondition();
        private boolean set;

        @Override
        public void give() {
            lock.lock();
            try {
                set = true;
                said.signalAll();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void await() throws InterruptedException {
            lock.lock();
            try {
                set = false;
                while (!set) {
                    said.await();
                }
            } finally {
                lock.unlock();
            }
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
