package dev.baton.failures;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Several clients that ask at the same time. */
final class Clients implements AutoCloseable {

    private static final int NUMBER = 3;
    private static final int LONGEST_SECONDS = 120;

    private final ExecutorService threads = Executors.newFixedThreadPool(NUMBER, task -> {
        Thread thread = new Thread(task, "client-of-a-history");
        thread.setDaemon(true);
        return thread;
    });

    void ask(Runnable what) {
        threads.execute(what);
    }

    /** Until all have their answers, or know that they get none. */
    void finish() throws InterruptedException {
        threads.shutdown();
        if (!threads.awaitTermination(LONGEST_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("a client has no answer after " + LONGEST_SECONDS + " s");
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
