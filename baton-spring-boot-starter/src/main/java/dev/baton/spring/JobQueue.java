package dev.baton.spring;

import dev.baton.jobs.Enqueued;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.Jobs;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Enqueues jobs: in the running transaction if there is one, so that a job exists if and when its reason commits.
 * Thread-safe; to be used once the context has started.
 */
public final class JobQueue {

    private final DataSource source;
    private final Supplier<Jobs> jobs;
    private final Supplier<Payloads> payloads;

    JobQueue(DataSource source, Supplier<Jobs> jobs, Supplier<Payloads> payloads) {
        this.source = source;
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
        try {
            return TransactionSynchronizationManager.isActualTransactionActive()
                    ? join(requests)
                    : jobs.get().enqueue(requests);
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException("no job was enqueued: " + e.getMessage(), e);
        }
    }

    private List<Enqueued> join(List<JobRequest> requests) throws SQLException {
        Connection connection = DataSourceUtils.getConnection(source);
        try {
            if (!DataSourceUtils.isConnectionTransactional(connection, source)) {
                return jobs.get().enqueue(requests); // a transaction of some other data source
            }
            List<Enqueued> stored = jobs.get().enqueue(connection, requests);
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    jobs.get().wake();
                }
            });
            return stored;
        } finally {
            DataSourceUtils.releaseConnection(connection, source);
        }
    }

    /** Everything else that can be done with jobs. */
    public Jobs jobs() {
        return jobs.get();
    }
}
