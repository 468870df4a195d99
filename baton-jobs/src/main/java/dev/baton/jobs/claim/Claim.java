package dev.baton.jobs.claim;

import dev.baton.jobs.ClaimToken;
import dev.baton.support.Stopwatch;
import java.time.Duration;

/**
 * A claim as this process knows it: until when it may be trusted, and how what works under it is told to stop.
 *
 * <p>The monitor guards the state only. A thread is interrupted under it, so that the interrupt cannot hit the next job
 * of that thread; of a run without one no more is done under it than to ask somebody to cancel it.
 */
public final class Claim {

    private enum State {
        WAITING,
        RUNNING,
        ENDED
    }

    /** Of what stands in a row, as much as can be counted with. */
    private static final Duration LONGEST_LOCK = Duration.ofDays(36_500);

    private final ClaimedJob job;
    private final ClaimToken token;
    private final Stopwatch time;
    private final long trustNanos;
    private volatile long confirmedAt;
    private volatile long triedAt;
    private volatile int misses;
    private volatile String progress;
    private volatile Stop stop;
    private State state = State.WAITING;
    private Runnable runner;

    /** Why a run is to end early. */
    public record Stop(Cause cause, String why) {
        /** Whether the claim itself is no longer trusted. */
        public boolean lost() {
            return cause == Cause.LOST;
        }
    }

    /** What ends a run early. */
    public enum Cause {
        LOST,
        TIMEOUT,
        CANCELLED,
        SHUTDOWN
    }

    public Claim(ClaimedJob job, String holderId, Stopwatch time, long sentAt) {
        this.job = job;
        this.token = new ClaimToken(job.id(), holderId, job.claimNumber());
        this.time = time;
        long lockMillis = Math.max(0, Math.min(job.lockTimeoutMillis(), LONGEST_LOCK.toMillis()));
        this.trustNanos = Duration.ofMillis(lockMillis).toNanos() / 50 * 49;
        this.confirmedAt = sentAt;
        this.triedAt = sentAt;
    }

    public ClaimedJob job() {
        return job;
    }

    public ClaimToken token() {
        return token;
    }

    public String progress() {
        return progress;
    }

    public void progress(String text) {
        progress = text;
    }

    public Stop stopReason() {
        return stop;
    }

    /** Since when its next heartbeat is waited for. */
    public long lastTriedAt() {
        return triedAt;
    }

    public Duration sinceConfirmed() {
        return Duration.ofNanos(time.elapsed() - confirmedAt);
    }

    /** Whether nobody can be sure any more that the claim is still this process's. */
    public boolean expired(long now) {
        return now - confirmedAt >= trustNanos;
    }

    /** The database has confirmed the claim, in answer to what was sent at that moment. */
    public void confirmed(long sentAt) {
        confirmedAt = sentAt;
        triedAt = sentAt;
        misses = 0;
    }

    /** The row is ours but locked by somebody, perhaps by our own transaction: nothing is known about the lock's time. */
    public void untouched(long sentAt) {
        triedAt = sentAt;
    }

    /** A heartbeat failed; how many have in a row. Called by one thread. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    public int missed(long sentAt) {
        triedAt = sentAt;
        return ++misses;
    }

    /** False if the run must not begin any more. */
    public synchronized boolean beginRun(Thread thread) {
        if (stop != null || state != State.WAITING || expired(time.elapsed())) {
            state = State.ENDED;
            return false;
        }
        state = State.RUNNING;
        runner = thread::interrupt;
        return true;
    }

    /** The run goes on without a thread; it is ended early by this, which is called under the monitor. */
    public synchronized void goOnWithoutThread(Runnable ending) {
        if (state == State.ENDED) {
            return;
        }
        runner = ending;
        if (stop != null) {
            ending.run();
        }
    }

    /** The handler is back. */
    public synchronized void endRun() {
        state = State.ENDED;
        runner = null;
    }

    public synchronized boolean ended() {
        return state == State.ENDED;
    }

    public synchronized boolean running() {
        return state == State.RUNNING;
    }

    /** Ends the run early; false if it has ended, or was already told. */
    public synchronized boolean stopRun(Cause cause, String why) {
        boolean news = stop == null || (cause == Cause.LOST && !stop.lost());
        if (state == State.ENDED || !news) {
            return false;
        }
        stop = new Stop(cause, why);
        if (runner != null) {
            runner.run();
        }
        notifyAll();
        return true;
    }

    public boolean isCancelled() {
        return stop != null || expired(time.elapsed());
    }

    /** Waits for the end of trust, or of patience. */
    public synchronized boolean awaitStop(Duration atMost) throws InterruptedException {
        long deadline = time.elapsed() + atMost.toNanos();
        while (!isCancelled()) {
            long left = Math.min(deadline, confirmedAt + trustNanos) - time.elapsed();
            if (deadline - time.elapsed() <= 0) {
                return false;
            }
            wait(Math.max(1, left / 1_000_000));
        }
        return true;
    }
}
