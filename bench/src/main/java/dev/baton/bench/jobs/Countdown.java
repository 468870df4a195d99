package dev.baton.bench.jobs;

import dev.baton.jobs.ClaimToken;
import dev.baton.jobs.JobListener;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Counts completions that the database has accepted. */
record Countdown(CountDownLatch left) implements JobListener {

    @Override
    public void completed(String job, ClaimToken token, Duration duration) {
        left.countDown();
    }
}
