package dev.baton.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** Many seeds, on a few threads. Each run is single-threaded and depends on its seed alone. */
final class Campaign {

    /** What was tested, and the lowest seed that failed, or -1. */
    record Summary(Tally tally, long failedSeed) {}

    private final Bug bug;
    private final int threads;
    private final Tally total = new Tally();
    private final AtomicLong next = new AtomicLong();
    private long failedSeed = Long.MAX_VALUE;

    Campaign(Bug bug, int threads) {
        this.bug = bug;
        this.threads = threads;
    }

    /** Runs the seeds from (inclusive) to (exclusive), and stops soon after the first failure. */
    Summary run(long from, long to, LongConsumer progress) {
        next.set(from);
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread worker = new Thread(() -> work(to, progress), "simulation-" + i);
            workers.add(worker);
            worker.start();
        }
        workers.forEach(Campaign::join);
        return new Summary(total, failedSeed == Long.MAX_VALUE ? -1 : failedSeed);
    }

    private void work(long to, LongConsumer progress) {
        Tally tally = new Tally();
        for (long seed = next.getAndIncrement(); seed < to && !hasFailed(); seed = next.getAndIncrement()) {
            Simulation.Result result = Simulation.run(Scenario.of(seed), bug, false);
            tally.addAll(result.tally());
            if (result.failed()) {
                failed(seed);
            }
            progress.accept(seed);
        }
        collect(tally);
    }

    private synchronized boolean hasFailed() {
        return failedSeed != Long.MAX_VALUE;
    }

    private synchronized void failed(long seed) {
        failedSeed = Math.min(failedSeed, seed);
    }

    private synchronized void collect(Tally tally) {
        total.addAll(tally);
    }

    private static void join(Thread worker) {
        try {
            worker.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while simulating", e);
        }
    }
}
