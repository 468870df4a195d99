package dev.baton.spring;

import dev.baton.jobs.Enqueued;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.Jobs;
import java.util.List;

/**
 * Enqueues jobs: in the running transaction if there is one, so that a job exists if and when its reason commits.
 * Thread-safe; to be used once the context has started.
 */
public interface JobQueue {

    /** A job without a payload. */
    Enqueued enqueue(String job);

    /** A job with a payload, written as JSON. */
    Enqueued enqueue(String job, Object payload);

    /** A job with a payload, written as JSON. */
    Enqueued enqueue(JobRequest request, Object payload);

    Enqueued enqueue(JobRequest request);

    /** All or none. */
    List<Enqueued> enqueue(List<JobRequest> requests);

    /** Everything else that can be done with jobs. */
    Jobs jobs();
}
