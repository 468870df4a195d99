package dev.baton.spring;

import dev.baton.jobs.Enqueued;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.Jobs;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Enqueues jobs: in the running transaction if there is one, so that a job exists if and when its reason commits.
 * Thread-safe; to be used once the context has started.
 */
public final class JobQueue {

    private final RunningTransaction transaction;
    private final Supplier<Jobs> jobs;
    private final Supplier<Payloads> payloads;

    JobQueue(DataSource source, Supplier<Jobs> jobs, Supplier<Payloads> payloads) {
        this.transaction = new RunningTransaction(source, () -> jobs.get().wake());
        this.jobs = jobs;
        this.payloads = payloads;
    }

    /** A job without a payload. */
    public Enqueued enqueue(String job) {
        return enqueue(JobRequest.of(job));
    }

    /** A job with a payload, written as JSON. */
    public Enqueued enqueue(String job, Object payload) {
        return enqueue(JobRequest.of(job), payload);
    }

    /** A job with a payload, written as JSON. */
    public Enqueued enqueue(JobRequest request, Object payload) {
        try {
            return enqueue(request.payload(payloads.get().write(payload)));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalArgumentException("the payload of job '" + request.job() + "' cannot be written", e);
        }
    }

    public Enqueued enqueue(JobRequest request) {
        return enqueue(List.of(request)).get(0);
    }

    /** All or none. */
    public List<Enqueued> enqueue(List<JobRequest> requests) {
        return transaction.store(
                "job",
                connection -> jobs.get().enqueue(connection, requests),
                () -> jobs.get().enqueue(requests));
    }

    /** Everything else that can be done with jobs. */
    public Jobs jobs() {
        return jobs.get();
    }
}
