package dev.baton.jobs.enqueue;

import dev.baton.Tracing;
import dev.baton.jobs.Enqueued;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.event.Listeners;
import dev.baton.jobs.event.NewWork;
import dev.baton.jobs.store.Base;
import dev.baton.jobs.store.Guard;
import dev.baton.jobs.store.NewJob;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Takes new jobs: stores them within a span, tells listeners, and wakes workers. */
public final class JobEnqueuer {

    private static final List<Duration> ECHOES =
            List.of(Duration.ofMillis(5), Duration.ofMillis(50), Duration.ofMillis(500));

    private final Base base;
    private final Guard guard;
    private final Enqueuer enqueuer;
    private final TracedEnqueue traced;
    private final Listeners listeners;
    private final NewWork newWork;

    public JobEnqueuer(
            Base base, JobSettings settings, Guard guard, Listeners listeners, NewWork newWork, Tracing tracing) {
        this.base = base;
        this.guard = guard;
        this.enqueuer = new Enqueuer(base, settings);
        this.traced = new TracedEnqueue(tracing);
        this.listeners = listeners;
        this.newWork = newWork;
    }

    /** In one transaction of its own: all or none. */
    public List<Enqueued> enqueue(List<JobRequest> requests) throws SQLException {
        if (requests.isEmpty()) {
            return List.of();
        }
        List<Enqueued> results = traced.within(requests, span -> storePatiently(enqueuer.prepare(requests, span)));
        newWork.announceWork();
        return results;
    }

    private List<Enqueued> storePatiently(List<NewJob> jobs) throws SQLException {
        boolean[] again = new boolean[1];
        List<Enqueued> results = guard.patiently(() -> {
            try (Connection connection = base.source().getConnection()) {
                return again[0] ? storedOrStore(connection, jobs) : store(connection, jobs);
            } finally {
                again[0] = true;
            }
        });
        stored(jobs, results);
        return results;
    }

    private List<Enqueued> store(Connection connection, List<NewJob> jobs) throws SQLException {
        connection.setAutoCommit(true); // one statement, or the store's own transaction
        return enqueuer.store(connection, jobs);
    }

    /** The answer to the first try was lost: its jobs are there, all or none. */
    private List<Enqueued> storedOrStore(Connection connection, List<NewJob> jobs) throws SQLException {
        connection.setAutoCommit(true);
        boolean there = base.sql()
                .get("find-id")
                .set("id", jobs.get(0).id().toString())
                .first(connection, row -> true)
                .orElse(false);
        return there ? jobs.stream().map(job -> new Enqueued(job.id(), true)).toList() : store(connection, jobs);
    }

    /** In the caller's transaction, which commits at a moment that nobody here sees. */
    public List<Enqueued> enqueue(Connection connection, List<JobRequest> requests) throws SQLException {
        if (requests.isEmpty()) {
            return List.of();
        }
        List<Enqueued> results = traced.within(requests, span -> {
            List<NewJob> jobs = enqueuer.prepare(requests, span);
            List<Enqueued> stored = enqueuer.store(connection, jobs);
            stored(jobs, stored);
            return stored;
        });
        ECHOES.forEach(newWork::announceWorkIn);
        return results;
    }

    private void stored(List<NewJob> jobs, List<Enqueued> results) {
        Enqueuer.fresh(jobs, results).forEach((job, count) -> listeners.tell(l -> l.enqueued(job, count)));
    }
}
