package dev.baton.jobs.enqueue;

import dev.baton.Tracing;
import dev.baton.jobs.Enqueued;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.event.JobListeners;
import dev.baton.jobs.event.WorkAnnouncer;
import dev.baton.jobs.store.DatabaseRetry;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.NewJob;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Takes new jobs: stores them within a span, tells listeners, and wakes workers. */
public final class JobEnqueuer {

    /** A caller's transaction commits some time after its jobs were stored here; nobody tells us when. */
    private static final List<Duration> WAKE_AGAIN_AFTER =
            List.of(Duration.ofMillis(5), Duration.ofMillis(50), Duration.ofMillis(500));

    private final JobDatabase database;
    private final DatabaseRetry retry;
    private final NewJobInserts inserts;
    private final TracedEnqueue traced;
    private final JobListeners listeners;
    private final WorkAnnouncer newWork;

    public JobEnqueuer(
            JobDatabase database,
            JobSettings settings,
            DatabaseRetry retry,
            JobListeners listeners,
            WorkAnnouncer newWork,
            Tracing tracing) {
        this.database = database;
        this.retry = retry;
        this.inserts = new NewJobInserts(database, settings);
        this.traced = new TracedEnqueue(tracing);
        this.listeners = listeners;
        this.newWork = newWork;
    }

    /** In one transaction of its own: all or none. */
    public List<Enqueued> enqueue(List<JobRequest> requests) throws SQLException {
        if (requests.isEmpty()) {
            return List.of();
        }
        return traced.within(requests, span -> storePatiently(inserts.prepareJobs(requests, span)));
    }

    /** Workers are told even if it fails in the end: the jobs may be stored, and only the answer lost. */
    private List<Enqueued> storePatiently(List<NewJob> jobs) throws SQLException {
        List<Enqueued> results;
        try {
            results = storeUntilAnswered(jobs);
        } finally {
            newWork.announceWork();
        }
        stored(jobs, results);
        return results;
    }

    private List<Enqueued> storeUntilAnswered(List<NewJob> jobs) throws SQLException {
        boolean[] again = new boolean[1];
        return retry.callWithRetries(() -> {
            try {
                return database.runWork(c -> again[0] ? inserts.storeAgain(c, jobs) : inserts.storeAtOnce(c, jobs));
            } finally {
                again[0] = true;
            }
        });
    }

    /** In the caller's transaction, which commits at a moment that nobody here sees. */
    public List<Enqueued> enqueue(Connection connection, List<JobRequest> requests) throws SQLException {
        if (requests.isEmpty()) {
            return List.of();
        }
        List<Enqueued> results = traced.within(requests, span -> {
            List<NewJob> jobs = inserts.prepareJobs(requests, span);
            List<Enqueued> stored = inserts.storeJobs(connection, jobs);
            stored(jobs, stored);
            return stored;
        });
        WAKE_AGAIN_AFTER.forEach(newWork::announceWorkIn);
        return results;
    }

    private void stored(List<NewJob> jobs, List<Enqueued> results) {
        NewJobInserts.countFresh(jobs, results)
                .forEach((job, count) -> listeners.notifyListeners(l -> l.enqueued(job, count)));
    }
}
