package dev.baton.spring.jobs;

import dev.baton.jobs.Enqueued;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.Jobs;
import dev.baton.spring.JobQueue;
import dev.baton.spring.Payloads;
import dev.baton.spring.datasource.RunningTransaction;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** Enqueues in the transaction that runs on the application's data source. */
final class TransactionalJobQueue implements JobQueue {

    private final RunningTransaction transaction;
    private final Supplier<Jobs> jobs;
    private final Supplier<Payloads> payloads;

    TransactionalJobQueue(DataSource source, Supplier<Jobs> jobs, Supplier<Payloads> payloads) {
        this.transaction = new RunningTransaction(source, () -> jobs.get().wake());
        this.jobs = jobs;
        this.payloads = payloads;
    }

    @Override
    public Enqueued enqueue(String job) {
        return enqueue(JobRequest.of(job));
    }

    @Override
    public Enqueued enqueue(String job, Object payload) {
        return enqueue(JobRequest.of(job), payload);
    }

    @Override
    public Enqueued enqueue(JobRequest request, Object payload) {
        try {
            return enqueue(request.payload(payloads.get().write(payload)));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalArgumentException("the payload of job '" + request.job() + "' cannot be written", e);
        }
    }

    @Override
    public Enqueued enqueue(JobRequest request) {
        return enqueue(List.of(request)).get(0);
    }

    @Override
    public List<Enqueued> enqueue(List<JobRequest> requests) {
        return transaction.store(
                "job",
                connection -> jobs.get().enqueue(connection, requests),
                () -> jobs.get().enqueue(requests));
    }

    @Override
    public Jobs jobs() {
        return jobs.get();
    }
}
