package dev.baton.jobs.worker;

import dev.baton.election.Stopwatch;
import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.Claims;
import dev.baton.jobs.event.Listeners;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The stopwatch: ends runs whose time is up, and those whose claim can no longer be trusted. Talks to no database. */
final class Watch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Watch.class);

    private final Claims claims;
    private final Listeners listeners;
    private final Stopwatch time;
    private final ScheduledThreadPoolExecutor thread =
            new ScheduledThreadPoolExecutor(1, task -> Threads.daemon("baton-jobs-watch", task));

    Watch(Claims claims, Listeners listeners, Stopwatch time) {
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
                abandon(claim, "the lock could not be renewed in time");
            }
        }
    }

    /** The claim is lost, or may be: the run must not go on. */
    void abandon(Claim claim, String why) {
        boolean running = claim.running();
        if (claim.stop(Claim.Cause.LOST, why) && running) {
            String job = claim.job().job();
            LOG.atError()
                    .addKeyValue("event", "job_abandoned")
                    .addKeyValue("reason", why)
                    .log("job_abandoned job={} claim={} reason={}", job, claim.token(), why);
            listeners.tell(l -> l.abandoned(job, claim.token(), why));
        }
    }

    /** Ends the run after so long, unless it is over by then. */
    Future<?> timeout(Claim claim, Duration atMost) {
        return thread.schedule(
                () -> claim.stop(Claim.Cause.TIMEOUT, "it took longer than " + atMost.toMillis() + " ms"),
                atMost.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    /** Does something later. */
    void later(Runnable what, Duration delay) {
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
