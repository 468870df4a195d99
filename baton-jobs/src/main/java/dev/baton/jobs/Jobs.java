package dev.baton.jobs;

import dev.baton.Tracing;
import dev.baton.sql.Baton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Jobs in this process: enqueues them, runs them, takes its share in looking after them. Built from a {@link Baton} that
 * has the tables of {@link JobsSchema#COMPONENT}. Thread-safe; one instance per Baton is the rule.
 */
public final class Jobs implements AutoCloseable {

    private static final List<Duration> ECHOES =
            List.of(Duration.ofMillis(5), Duration.ofMillis(50), Duration.ofMillis(500));

    private final Base base;
    private final Guard guard;
    private final Enqueuer enqueuer;
    private final TracedEnqueue traced;
    private final Listeners listeners;
    private final Crew crew;
    private final JobAdmin admin;

    Jobs(Base base, JobSettings settings, Guard guard, Listeners listeners, Crew crew, Tracing tracing) {
        this.base = base;
        this.guard = guard;
        this.enqueuer = new Enqueuer(base, settings);
        this.traced = new TracedEnqueue(tracing);
        this.listeners = listeners;
        this.crew = crew;
        this.admin = new JobAdmin(base, guard, crew::newWork, crew::cancellation);
    }

    /** Begins to configure. */
    public static JobsBuilder on(Baton baton) {
        return new JobsBuilder(baton);
    }

    /** Who this process is in {@code locked_by}. */
    public String workerId() {
        return base.worker();
    }

    /** Stores a job. */
    public Enqueued enqueue(JobRequest request) throws SQLException {
        return enqueue(List.of(request)).get(0);
    }

    /** Stores many jobs in one transaction: all or none. Answers in the same order. */
    public List<Enqueued> enqueue(List<JobRequest> requests) throws SQLException {
        if (requests.isEmpty()) {
            return List.of();
        }
        List<Enqueued> results = traced.within(requests, span -> storePatiently(enqueuer.prepare(requests, span)));
        crew.newWork();
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

    /**
     * Stores a job in the caller's transaction: it exists if and when that commits. Workers are woken a few times in the
     * next half second; {@link #wake()} after the commit is quicker where a transaction takes longer.
     */
    public Enqueued enqueue(Connection connection, JobRequest request) throws SQLException {
        return enqueue(connection, List.of(request)).get(0);
    }

    /** Stores many jobs in the caller's transaction. */
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
        ECHOES.forEach(crew::newWorkIn);
        return results;
    }

    private void stored(List<NewJob> jobs, List<Enqueued> results) {
        Enqueuer.fresh(jobs, results).forEach((job, count) -> listeners.tell(l -> l.enqueued(job, count)));
    }

    /** Tells workers, here and elsewhere, that there may be work. */
    public void wake() {
        crew.newWork();
    }

    /** What operators do. */
    public JobAdmin admin() {
        return admin;
    }

    /** Takes no more jobs, waits for those that run, tells the rest to stop, and leaves. Heartbeats end last. Idempotent. */
    @Override
    public void close() {
        crew.close();
    }
}
