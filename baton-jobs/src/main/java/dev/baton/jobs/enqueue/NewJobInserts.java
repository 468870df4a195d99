package dev.baton.jobs.enqueue;

import dev.baton.jobs.Enqueued;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.check.InputChecks;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobIds;
import dev.baton.jobs.store.NewJob;
import dev.baton.sql.jdbc.Transactions;
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

    /** All or none: in a transaction, unless one statement does it. */
    List<Enqueued> storeAtOnce(Connection connection, List<NewJob> jobs) throws SQLException {
        if (jobs.size() == 1 || jobs.stream().allMatch(job -> job.request().uniqueKey() == null)) {
            return storeJobs(connection, jobs);
        }
        return Transactions.<List<Enqueued>, SQLException>inTransaction(connection, c -> storeJobs(c, jobs));
    }

    /** Where all have unique keys, it can be called again with the same jobs after an error: what is there is left as it is. */
    List<Enqueued> storeJobs(Connection connection, List<NewJob> jobs) throws SQLException {
        int stored = database.store().insertJobs(connection, jobs);
        List<Enqueued> results = new ArrayList<>(jobs.size());
        for (NewJob job : jobs) {
            boolean mayExist = stored < jobs.size() && job.request().uniqueKey() != null;
            results.add(mayExist ? existing(connection, job) : new Enqueued(job.id(), true));
        }
        if (stored < results.stream().filter(Enqueued::fresh).count()) {
            requireStored(connection, jobs);
        }
        return results;
    }

    /** The database took the statement, and counts fewer rows than there should be. */
    private void requireStored(Connection connection, List<NewJob> jobs) throws SQLException {
        for (NewJob job : jobs) {
            if (job.request().uniqueKey() == null && !isStored(connection, job)) {
                throw leftOut(job);
            }
        }
    }

    private static SQLException leftOut(NewJob job) {
        return new SQLException("job '" + job.request().job()
                + "' was not stored although the database refused nothing: look for a trigger on the table of jobs");
    }

    /** In the order in which a job goes from one table to the other. */
    private boolean isStored(Connection c, NewJob job) throws SQLException {
        return isIn("job-there", c, job) || isIn("has-run", c, job);
    }

    private boolean isIn(String statement, Connection c, NewJob job) throws SQLException {
        return database.sql()
                .get(statement)
                .set("id", job.id().toString())
                .first(c, row -> true)
                .orElse(false);
    }

    /**
     * The answer to an earlier try was lost: its jobs were stored, all or none, and may be done by now. One of them speaks
     * for all. It is stored first, so that no such try can still come in between; if it was there, or has run, nothing is
     * stored. A job with a unique key cannot speak: but it stays in the table, and is found there.
     */
    List<Enqueued> storeAgain(Connection connection, List<NewJob> jobs) throws SQLException {
        Optional<NewJob> witness =
                jobs.stream().filter(job -> job.request().uniqueKey() == null).findFirst();
        return Transactions.<List<Enqueued>, SQLException>inTransaction(connection, c -> {
            if (witness.isEmpty()) {
                return storeJobs(c, jobs);
            }
            if (!storeFirst(c, witness.get())) {
                return storedBefore(c, jobs);
            }
            List<NewJob> others = new ArrayList<>(jobs);
            int place = others.indexOf(witness.get());
            others.remove(place);
            List<Enqueued> results = others.isEmpty() ? new ArrayList<>() : storeJobs(c, others);
            results.add(place, new Enqueued(witness.get().id(), true));
            return results;
        });
    }

    /** False, and nothing is stored, if it has been before. */
    private boolean storeFirst(Connection c, NewJob job) throws SQLException {
        if (!insertUnlessStored(c, job)) {
            return false;
        }
        boolean ran = isIn("has-run", c, job);
        if (ran) {
            c.rollback();
        }
        return !ran;
    }

    /** A duplicate may be this very job, or another one with which the application will not have it together. */
    private boolean insertUnlessStored(Connection c, NewJob job) throws SQLException {
        SQLException duplicate;
        try {
            if (database.store().insertJobs(c, List.of(job)) == 1) {
                return true;
            }
            duplicate = leftOut(job);
        } catch (SQLException e) {
            if (!database.isDuplicateKey(e)) {
                throw e;
            }
            c.rollback(); // some databases answer nothing more in a transaction that had an error
            duplicate = e;
        }
        if (!isStored(c, job)) {
            throw duplicate;
        }
        return false;
    }

    private List<Enqueued> storedBefore(Connection c, List<NewJob> jobs) throws SQLException {
        List<Enqueued> results = new ArrayList<>(jobs.size());
        for (NewJob job : jobs) {
            results.add(job.request().uniqueKey() == null ? new Enqueued(job.id(), true) : existing(c, job));
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
                        "a job '" + job.request().job()
                                + "' with the same unique key was there, and is gone, or another"
                                + " unique index refuses this one: enqueue again",
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
