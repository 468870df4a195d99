package dev.baton.jobs.enqueue;

import dev.baton.jobs.Enqueued;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.check.InputChecks;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobIds;
import dev.baton.jobs.store.NewJob;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Stores new jobs, in a transaction of the caller's or of its own. */
public final class NewJobInserts {

    private final JobDatabase database;
    private final JobSettings settings;

    public NewJobInserts(JobDatabase database, JobSettings settings) {
        this.database = database;
        this.settings = settings;
    }

    /**
     * @param span the trace in which they are stored, if there is one
     */
    public List<NewJob> prepareJobs(List<JobRequest> requests, Optional<String> span) {
        List<NewJob> jobs = new ArrayList<>(requests.size());
        for (JobRequest request : requests) {
            long lock = settings.lockTimeout().toMillis();
            if (request.lockTimeout() != null) {
                InputChecks.lockTimeout(
                        "lock_timeout of job '" + request.job() + "'",
                        request.lockTimeout(),
                        settings.heartbeat(),
                        settings.heartbeatTimeout());
                lock = request.lockTimeout().toMillis();
            }
            jobs.add(new NewJob(JobIds.nextId(), request, lock, span.orElse(request.traceparent())));
        }
        return jobs;
    }

    /** Can be called again with the same jobs after an error: what is there is left as it is. */
    List<Enqueued> storeJobs(Connection connection, List<NewJob> jobs) throws SQLException {
        int stored = database.store().insertJobs(connection, jobs);
        List<Enqueued> results = new ArrayList<>(jobs.size());
        for (NewJob job : jobs) {
            boolean mayExist = stored < jobs.size() && job.request().uniqueKey() != null;
            results.add(mayExist ? existing(connection, job) : new Enqueued(job.id(), true));
        }
        return results;
    }

    private Enqueued existing(Connection connection, NewJob job) throws SQLException {
        UUID id = database.sql()
                .get("find-unique")
                .set("job", job.request().job())
                .set("unique_key", job.request().uniqueKey())
                .first(connection, row -> UUID.fromString(row.getString(1)))
                .orElseThrow(() -> new SQLException(
                        "a job '" + job.request().job() + "' with the same unique key was there, and is gone: enqueue"
                                + " again",
                        "40001"));
        return new Enqueued(id, id.equals(job.id()));
    }

    static Map<String, Integer> countFresh(List<NewJob> jobs, List<Enqueued> results) {
        Map<String, Integer> counts = new HashMap<>();
        for (int i = 0; i < jobs.size(); i++) {
            if (results.get(i).fresh()) {
                counts.merge(jobs.get(i).request().job(), 1, Integer::sum);
            }
        }
        return counts;
    }
}
