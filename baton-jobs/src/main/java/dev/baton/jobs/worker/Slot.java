package dev.baton.jobs.worker;

import dev.baton.election.Stopwatch;
import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.ClaimedJob;
import dev.baton.jobs.claim.Ending;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One thread of a pool: runs one job after the other. */
final class Slot implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Slot.class);

    private final Worker worker;
    private final Pool pool;
    private final Stopwatch time;

    Slot(Worker worker, Pool pool) {
        this.worker = worker;
        this.pool = pool;
        this.time = worker.base().time();
    }

    @Override
    public void run() {
        try {
            while (true) {
                Claim claim = pool.take();
                try {
                    work(claim);
                } finally {
                    pool.ended();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the pool is closed
        }
    }

    private void work(Claim claim) {
        if (!claim.begin(Thread.currentThread())) {
            worker.completer().add(Ending.released(claim));
            return;
        }
        worker.counters().busy.incrementAndGet();
        try {
            worker.completer().add(run(claim));
        } finally {
            worker.counters().busy.decrementAndGet();
        }
    }

    @SuppressWarnings("CatchAndPrintStackTrace")
    private Ending run(Claim claim) {
        Handlers.Entry handler = worker.handlers().of(claim.job());
        ClaimedJob job = claim.job();
        worker.listeners()
                .tell(l -> l.started(job.job(), claim.token(), Duration.between(job.scheduledTime(), job.startedAt())));
        Future<?> timeout = job.timeoutMillis() == null
                ? null
                : worker.watch().timeout(claim, Duration.ofMillis(job.timeoutMillis()));
        long from = time.elapsed();
        Throwable error = null;
        try {
            handler.handler().run(new RunContext(claim, worker.base()));
        } catch (Throwable e) { // whatever a handler throws fails its run, and nothing else
            error = e;
        }
        Duration took = Duration.ofNanos(time.elapsed() - from);
        claim.end();
        if (timeout != null) {
            timeout.cancel(false);
        }
        Thread.interrupted(); // the next job must not inherit it
        return ending(claim, handler, error, took);
    }

    private Ending ending(Claim claim, Handlers.Entry handler, Throwable error, Duration took) {
        Claim.Stop stop = claim.stop();
        if (stop != null && stop.lost()) {
            return lost(claim, stop, error, took);
        }
        if (error == null) {
            return Ending.completed(claim, took);
        }
        if (stop != null && stop.cause() == Claim.Cause.CANCELLED) {
            return Ending.cancelled(claim, stop.why(), took);
        }
        if (stop != null && stop.cause() == Claim.Cause.SHUTDOWN) {
            return Ending.abandoned(claim, stop.why(), false, took);
        }
        Throwable cause = stop == null ? error : new IllegalStateException(stop.why(), error);
        LOG.error("job {} failed, claim {}", claim.job().job(), claim.token(), cause);
        return Ending.failed(
                claim,
                cause,
                claim.job().retries(handler.retries()),
                worker.handlers().pause(claim.job().job()),
                ThreadLocalRandom.current().nextDouble(),
                took);
    }

    /** Whatever it reports now comes too late; the lock, if it is still ours, is for the next one. */
    private Ending lost(Claim claim, Claim.Stop stop, Throwable error, Duration took) {
        Ending abandoned = Ending.abandoned(claim, stop.why(), true, took);
        return error == null ? abandoned.andReported(Ending.COMPLETED) : abandoned;
    }
}
