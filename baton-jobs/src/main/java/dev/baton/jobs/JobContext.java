package dev.baton.jobs;

import dev.baton.sql.FencedWork;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** One run as its handler sees it. Thread-safe. */
public interface JobContext {

    /** Under which this run acts; to be handed to whatever can refuse older ones. */
    ClaimToken token();

    /** The job's name. */
    String job();

    /** The payload as it was enqueued: JSON, {@code {}} if there was none. */
    String payload();

    /** 1 for the first run of a one-off job; always 1 for a recurring one, whose failures are not counted. */
    int attempt();

    /** The same for every try of the same work, another for other work: the next interval of a recurring job, for example. */
    default String idempotencyKey() {
        return token().jobId().toString();
    }

    /** The W3C trace in which the job was enqueued, if somebody traced it. */
    Optional<String> traceparent();

    /** When this run was meant to begin: its cron tick, or the time it was scheduled for. */
    Instant scheduledTime();

    /** When it was claimed, by the database's clock. */
    Instant startedTime();

    /** How long ago the database last confirmed the claim, by this process's stopwatch. */
    Duration heartbeatAge();

    /** Whether the run should end: claim lost, time-out, cancelled, or shutting down for too long. */
    boolean isCancelled();

    /** To be called between steps. */
    void ensureActive() throws ClaimLostException;

    /** Waits between steps; true, at once, when the run is cancelled. */
    boolean awaitCancelled(Duration atMost) throws InterruptedException;

    /** Shown with the job, from the next heartbeat on; one line. */
    void progress(String text);

    /**
     * Runs a transaction that commits only if this run still holds its claim: the job's row is locked first, so nobody
     * can reclaim the job before the transaction ends.
     *
     * @throws ClaimLostException if the claim is gone: nothing was written
     * @throws dev.baton.sql.FenceLostException if the transaction was ended in the middle, as a victim of a deadlock is on some
     *     databases, and the work went on all the same: nothing was written
     */
    <T, X extends Exception> T fenced(FencedWork<T, X> work) throws SQLException, X;
}
