package dev.baton.jobs.worker;

import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.HeldClaims;
import dev.baton.jobs.event.JobListeners;
import dev.baton.support.Stopwatch;
import dev.baton.support.TellableError;
import dev.baton.support.Threads;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends runs whose time is up, and those whose claim can no longer be trusted. It goes by the stopwatch alone: a database
 * that does not answer cannot hold it up.
 */
final class ClaimWatchdog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ClaimWatchdog.class);

    private final HeldClaims claims;
    private final JobListeners listeners;
    private final Stopwatch time;
    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(1, Threads.daemons("baton-jobs-watch"));

    /** As many as are needed: one may never come back from whatever depends on a future. */
    private final Executor cancellers = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), Threads.daemons("baton-jobs-cancel"));

    ClaimWatchdog(HeldClaims claims, JobListeners listeners, Stopwatch time) {
        this.claims = claims;
        this.listeners = listeners;
        this.time = time;
        thread.setRemoveOnCancelPolicy(true);
    }

    void start(Duration lockTimeout) {
        long tick = Math.max(5, Math.min(1_000, lockTimeout.toMillis() / 50));
        @SuppressWarnings("unused") // it ends with the executor
        var unused = thread.scheduleWithFixedDelay(this::check, tick, tick, TimeUnit.MILLISECONDS);
    }

    private void check() {
        long now = time.elapsed();
        for (Claim claim : claims.all()) {
            if (claim.expired(now)) {
                abandonExpired(claim);
            }
        }
    }

    /** Whatever goes wrong with one, the others are looked at, and this thread looks again. */
    private void abandonExpired(Claim claim) {
        try {
            abandonRun(claim, "the lock could not be renewed in time");
        } catch (RuntimeException | Error e) {
            LOG.error("the run of {}, whose claim is lost, could not be ended", claim.token(), TellableError.of(e));
        }
    }

    /** The claim is lost, or may be: the run must not go on. */
    void abandonRun(Claim claim, String why) {
        boolean running = claim.running();
        if (claim.stopRun(Claim.Cause.LOST, why) && running) {
            String job = claim.job().job();
            LOG.atError()
                    .addKeyValue("event", "job_abandoned")
                    .addKeyValue("job", job)
                    .addKeyValue("job_id", claim.token().jobId())
                    .addKeyValue("claim_number", claim.token().claimNumber())
                    .addKeyValue("holder_id", claim.token().holderId())
                    .addKeyValue("reason", why)
                    .log("job_abandoned job={} claim={} reason={}", job, claim.token(), why);
            listeners.notifyListeners(l -> l.abandoned(job, claim.token(), why));
        }
    }

    /**
     * Ends a run that has no thread. Whatever depends on its future is run by whoever cancels it, and may block, throw, or ask for
     * locks: so nobody else is, who has other things to do or holds any.
     */
    void cancelRun(Claim claim, Future<?> run) {
        cancellers.execute(() -> {
            try {
                run.cancel(true);
            } catch (RuntimeException | Error e) {
                LOG.error("the run of {} cannot be cancelled", claim.token(), TellableError.of(e));
            }
        });
    }

    /** Ends the run after so long, unless it is over by then. */
    Future<?> stopAfter(Claim claim, Duration atMost) {
        return thread.schedule(
                () -> claim.stopRun(Claim.Cause.TIMEOUT, "it took longer than " + atMost.toMillis() + " ms"),
                atMost.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** For hints that are given a little later; forgotten when this closes first. */
    void runLater(Runnable what, Duration delay) {
        if (!thread.isShutdown()) {
            @SuppressWarnings("unused") // a hint
            var unused = thread.schedule(what, delay.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
