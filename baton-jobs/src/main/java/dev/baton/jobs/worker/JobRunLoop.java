package dev.baton.jobs.worker;

import dev.baton.jobs.JobHandler;
import dev.baton.jobs.RetryPolicy;
import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.ClaimedJob;
import dev.baton.jobs.claim.Ending;
import dev.baton.support.Stopwatch;
import dev.baton.support.TellableError;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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
        runSafely(claim).ifPresent(this::over);
    }

    private void over(Ending ending) {
        try {
            worker.endings().addEnding(ending);
        } finally {
            worker.counters().busy.decrementAndGet();
        }
    }

    /**
     * Whatever stands in a row fails the run of that row, and costs no thread.
     *
     * @return how it ended; empty if it goes on without a thread
     */
    private Optional<Ending> runSafely(Claim claim) {
        try {
            JobHandlers.Entry handler = worker.handlers().handlerFor(claim.job());
            if (outOfAttempts(claim.job(), handler)) {
                return Optional.of(lostTooOften(claim));
            }
            if (handler.handler() instanceof JobHandler.Async async) {
                runWithoutThread(claim, handler, async);
                return Optional.empty();
            }
            return Optional.of(run(claim, handler));
        } catch (RuntimeException | Error e) {
            claim.endRun();
            return Optional.of(failed(claim, RetryPolicy.DEFAULT, TellableError.of(e)));
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

    /** A run since its beginning. */
    private record Begun(Optional<Future<?>> timeout, long at) {}

    private Begun begun(Claim claim) {
        ClaimedJob job = claim.job();
        worker.listeners()
                .notifyListeners(l ->
                        l.started(job.job(), claim.token(), Duration.between(job.scheduledTime(), job.startedAt())));
        Optional<Future<?>> timeout = Optional.ofNullable(job.timeoutMillis())
                .map(millis -> worker.watchdog().stopAfter(claim, Duration.ofMillis(millis)));
        return new Begun(timeout, time.elapsed());
    }

    private Ending run(Claim claim, JobHandlers.Entry handler) {
        Begun begun = begun(claim);
        Throwable error = null;
        try {
            handler.handler().run(new RunContext(claim, worker.database()));
        } catch (Throwable e) { // whatever a handler throws fails its run, and nothing else
            error = TellableError.of(e);
        }
        Ending ending = ended(claim, handler, begun, error);
        Thread.interrupted(); // the next job must not inherit it
        return ending;
    }

    private Ending ended(Claim claim, JobHandlers.Entry handler, Begun begun, Throwable error) {
        Duration took = Duration.ofNanos(time.elapsed() - begun.at());
        claim.endRun();
        begun.timeout().ifPresent(timeout -> timeout.cancel(false));
        return ending(claim, handler, error, took);
    }

    /**
     * The thread is free as soon as the run has begun; whoever completes the future writes down how it ended. {@code CompletableFuture.handle}, not
     * {@code whenComplete}: the JDK would wrap the error and call its {@code toString()}, which user code may make throw.
     */
    private void runWithoutThread(Claim claim, JobHandlers.Entry handler, JobHandler.Async async) {
        Begun begun = begun(claim);
        CompletableFuture<?> run = begin(async, new RunContext(claim, worker.database()));
        threads.runLeavesThread();
        claim.goOnWithoutThread(() -> worker.watchdog().cancelRun(claim, run));
        Thread.interrupted(); // the next job must not inherit it
        @SuppressWarnings("unused") // nobody waits for it
        var unused = run.handle((nothing, error) -> {
            try {
                over(ended(claim, handler, begun, error == null ? null : failure(error)));
            } finally {
                threads.runWithoutThreadEnded();
            }
            return null;
        });
    }

    private static Throwable failure(Throwable error) {
        Throwable told = TellableError.of(error);
        return told instanceof CompletionException && told.getCause() != null ? told.getCause() : told;
    }

    private static CompletableFuture<?> begin(JobHandler.Async async, RunContext context) {
        try {
            return Objects.requireNonNull(async.begin(context), "the handler answered with no future");
        } catch (Throwable e) { // whatever a handler throws fails its run, and nothing else
            return CompletableFuture.failedFuture(e);
        }
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
