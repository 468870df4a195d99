package dev.baton.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Does the same many times at the same moment, each in a thread of its own. */
public final class ConcurrentRuns {

    private ConcurrentRuns() {}

    /** One of them. */
    @FunctionalInterface
    public interface Task<T> {
        T run(int number) throws Exception;
    }

    /** What each of them answered; fails if one of them failed, once all have ended. */
    public static <T> List<T> run(int times, Task<T> task) throws Exception {
        CyclicBarrier together = new CyclicBarrier(times);
        ExecutorService threads = Executors.newFixedThreadPool(times);
        try {
            List<Future<T>> pending = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                int number = i;
                pending.add(threads.submit(() -> {
                    together.await();
                    return task.run(number);
                }));
            }
            return answers(pending);
        } finally {
            threads.shutdownNow();
        }
    }

    private static <T> List<T> answers(List<Future<T>> pending) throws Exception {
        List<T> answers = new ArrayList<>();
        Exception failed = null;
        for (Future<T> one : pending) {
            try {
                answers.add(one.get());
            } catch (Exception e) {
                failed = failed == null ? e : failed;
            }
        }
        if (failed != null) {
            throw failed;
        }
        return answers;
    }
}
