package dev.baton.jobs.worker;

import dev.baton.election.Stopwatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes whoever waits for it, or whoever waits next: once, however often it was given in between. */
final class Signal {

    private final Stopwatch time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition said = lock.newCondition();
    private volatile boolean set;

    Signal(Stopwatch time) {
        this.time = time;
    }

    void give() {
        if (set) {
            return;
        }
        lock.lock();
        try {
            set = true;
            said.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until it is given, or for so long; true if it was given. */
    boolean await(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long deadline = time.elapsed() + nanos;
            while (!set) {
                long left = deadline - time.elapsed();
                if (left <= 0) {
                    return false;
                }
                if (!said.await(left, TimeUnit.NANOSECONDS) && !set) {
                    return false;
                }
            }
            return true;
        } finally {
            set = false;
            lock.unlock();
        }
    }
}
