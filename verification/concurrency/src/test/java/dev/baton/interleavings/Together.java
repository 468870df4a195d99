package dev.baton.interleavings;

import java.util.ArrayList;
import java.util.List;

/** Runs acts in threads of their own, and waits for all of them. */
public final class Together {

    @SuppressWarnings("unused") // that it is there is enough
    private static volatile Object shared;

    private Together() {}

    /**
     * What threads are to meet on. Lincheck switches threads only at what more than one of them can reach, and on newer
     * JVMs does not see what a {@code Runnable} brings along; what a static field holds it sees.
     */
    public static <T> T share(T object) {
        shared = object;
        return object;
    }

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
