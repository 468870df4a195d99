package dev.baton.bench.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The same thing, many times, by several threads. */
final class Parallel {

    private Parallel() {}

    static long nanos(int threads, int times, Callable<?> what) throws ExecutionException, InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            long from = System.nanoTime();
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                futures.add(executor.submit(what));
            }
            for (Future<?> future : futures) {
                future.get();
            }
            return System.nanoTime() - from;
        } finally {
            executor.shutdown();
        }
    }
}
