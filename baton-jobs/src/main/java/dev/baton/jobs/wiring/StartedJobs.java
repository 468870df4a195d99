package dev.baton.jobs.wiring;

import dev.baton.jobs.Enqueued;
import dev.baton.jobs.JobAdmin;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.enqueue.JobEnqueuer;
import dev.baton.jobs.schedule.LeaderDuties;
import dev.baton.jobs.worker.JobWorker;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** What users hold: hands each call to the part that does it, and ends the parts in order. */
final class StartedJobs implements Jobs {

    private final String workerId;
    private final JobEnqueuer enqueuer;
    private final JobWorker worker;
    private final LeaderDuties duties;
    private final JobAdmin admin;
    private final AtomicBoolean closed = new AtomicBoolean();

    StartedJobs(String workerId, JobEnqueuer enqueuer, JobWorker worker, LeaderDuties duties, JobAdmin admin) {
        this.workerId = workerId;
        this.enqueuer = enqueuer;
        this.worker = worker;
        this.duties = duties;
        this.admin = admin;
    }

    @Override
    public String workerId() {
        return workerId;
    }

    @Override
    public Enqueued enqueue(JobRequest request) throws SQLException {
        return enqueue(List.of(request)).get(0);
    }

    @Override
    public List<Enqueued> enqueue(List<JobRequest> requests) throws SQLException {
        return enqueuer.enqueue(requests);
    }

    @Override
    public Enqueued enqueue(Connection connection, JobRequest request) throws SQLException {
        return enqueue(connection, List.of(request)).get(0);
    }

    @Override
    public List<Enqueued> enqueue(Connection connection, List<JobRequest> requests) throws SQLException {
        return enqueuer.enqueue(connection, requests);
    }

    @Override
    public void wake() {
        worker.announceWork();
    }

    @Override
    public JobAdmin admin() {
        return admin;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            duties.close();
            worker.close();
        }
    }
}
