package dev.baton.interleavings;

import java.util.ArrayList;
import java.util.List;

/** Runs acts in threads of their own, and waits for all of them. */
public final class Together {

    private Together() {}

    /** What libraries of assertions do inside is not for Lincheck to follow. */
    public static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    public static void run(Runnable... acts) {
        List<Thread> threads = new ArrayList<>();
        for (Runnable act : acts) {
            threads.add(new Thread(act));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
