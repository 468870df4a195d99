package dev.baton.jobs.worker;

import dev.baton.jobs.RetryPolicy;
import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.ClaimedJob;
import dev.baton.jobs.claim.Ending;
import dev.baton.support.Stopwatch;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What each of the {@link QueueThreads} does: it runs one job after the other. */
final class JobRunLoop implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(JobRunLoop.class);

    private final WorkerParts worker;
    private final QueueThreads threads;
    private final Stopwatch time;

    JobRunLoop(WorkerParts worker, QueueThreads threads) {
        this.worker = worker;
        this.threads = threads;
        this.time = worker.database().stopwatch();
    }

    @Override
    public void run() {
        try {
            while (true) {
                Claim claim = threads.takeClaim();
                try {
                    work(claim);
                } finally {
                    threads.runEnded();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the worker is closing
        }
    }

    private void work(Claim claim) {
        if (!claim.beginRun(Thread.currentThread())) {
            worker.endings().addEnding(new Ending.NeverBegan(claim));
            return;
        }
        worker.counters().busy.incrementAndGet();
        try {
            worker.endings().addEnding(runSafely(claim));
        } finally {
            worker.counters().busy.decrementAndGet();
        }
    }

    /** Whatever stands in a row fails the run of that row, and costs no thread. */
    private Ending runSafely(Claim claim) {
        try {
            JobHandlers.Entry handler = worker.handlers().handlerFor(claim.job());
            return outOfAttempts(claim.job(), handler) ? lostTooOften(claim) : run(claim, handler);
        } catch (RuntimeException | Error e) {
            claim.endRun();
            return failed(claim, RetryPolicy.DEFAULT, e);
        }
    }

    /** Its last runs were lost with their workers, who could not say that they failed. */
    private static boolean outOfAttempts(ClaimedJob job, JobHandlers.Entry handler) {
        return !job.recurring()
                && job.attempt() > job.retries(handler.retries()).maxAttempts();
    }

    private Ending lostTooOften(Claim claim) {
        claim.endRun();
        return failed(
                claim,
                RetryPolicy.never(),
                new IllegalStateException("not begun: its workers were lost, as often as it may be tried"));
    }

    @SuppressWarnings("CatchAndPrintStackTrace")
    private Ending run(Claim claim, JobHandlers.Entry handler) {
        ClaimedJob job = claim.job();
        worker.listeners()
                .notifyListeners(l ->
                        l.started(job.job(), claim.token(), Duration.between(job.scheduledTime(), job.startedAt())));
        Future<?> timeout = job.timeoutMillis() == null
                ? null
                : worker.watchdog().stopAfter(claim, Duration.ofMillis(job.timeoutMillis()));
        long from = time.elapsed();
        Throwable error = null;
        try {
            handler.handler().run(new RunContext(claim, worker.database()));
        } catch (Throwable e) { // whatever a handler throws fails its run, and nothing else
            error = e;
        }
        Duration took = Duration.ofNanos(time.elapsed() - from);
        claim.endRun();
        if (timeout != null) {
            timeout.cancel(false);
        }
        Thread.interrupted(); // the next job must not inherit it
        return ending(claim, handler, error, took);
    }

    private Ending ending(Claim claim, JobHandlers.Entry handler, Throwable error, Duration took) {
        Claim.Stop stop = claim.stopReason();
        if (stop != null && stop.lost()) {
            return lost(claim, stop, error);
        }
        if (error == null) {
            return new Ending.Completed(claim, took);
        }
        if (stop != null && stop.cause() == Claim.Cause.CANCELLED) {
            return new Ending.Cancelled(claim, stop.why());
        }
        if (stop != null && stop.cause() == Claim.Cause.SHUTDOWN) {
            return new Ending.Abandoned(claim, stop.why(), false, false);
        }
        Throwable cause = stop == null ? error : new IllegalStateException(stop.why(), error);
        return failed(claim, claim.job().retries(handler.retries()), cause);
    }

    private Ending failed(Claim claim, RetryPolicy retries, Throwable cause) {
        LOG.error("job {} failed, claim {}", claim.job().job(), claim.token(), cause);
        return Ending.failed(
                claim,
                cause,
                retries,
                worker.handlers().pauseAfterFailure(claim.job().job()),
                ThreadLocalRandom.current().nextDouble());
    }

    /**
     * The claim was lost while the handler ran, so its result must not count. If the database has not given the job to
     * anybody else yet, this gives it back.
     */
    private static Ending lost(Claim claim, Claim.Stop stop, Throwable error) {
        return new Ending.Abandoned(claim, stop.why(), true, error == null);
    }
}
