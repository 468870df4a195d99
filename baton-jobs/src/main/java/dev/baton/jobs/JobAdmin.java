package dev.baton.jobs;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What operators do: look, pause, trigger, retry, cancel, deal with dead letters. Thread-safe. */
public final class JobAdmin {

    private static final int MOST = 1_000;

    private final Base base;
    private final Guard guard;
    private final Runnable newWork;
    private final Runnable cancelled;

    JobAdmin(Base base, Guard guard, Runnable newWork, Runnable cancelled) {
        this.base = base;
        this.guard = guard;
        this.newWork = newWork;
        this.cancelled = cancelled;
    }

    /**
     * Some jobs, in the order of their ids.
     *
     * @param status only those; all if empty
     * @param job only those of that name; all if empty
     * @param cursor where the page before ended
     */
    public JobPage list(Optional<JobStatus> status, Optional<String> job, Optional<String> cursor, int atMost)
            throws SQLException {
        int limit = Math.max(1, Math.min(MOST, atMost));
        cursor.ifPresent(JobAdmin::id);
        List<JobView> items = use(c -> base.sql()
                .get("job-list")
                .set("status", status.map(JobStatus::label).orElse(""))
                .set("job", job.orElse(""))
                .set("cursor", cursor.orElse(""))
                .set("at_most", limit)
                .all(c, JobRows::view));
        boolean more = items.size() == limit;
        return new JobPage(
                items, more ? Optional.of(items.get(items.size() - 1).id().toString()) : Optional.empty());
    }

    /** Jobs that are out of attempts. */
    public JobPage deadLetters(Optional<String> cursor, int atMost) throws SQLException {
        return list(Optional.of(JobStatus.DEAD), Optional.empty(), cursor, atMost);
    }

    /** A job with its latest runs; a finished one whose row is gone is shown as its runs tell. */
    public Optional<JobDetails> show(UUID id) throws SQLException {
        return use(c -> {
            Optional<JobView> job =
                    base.sql().get("job-show").set("id", id.toString()).first(c, JobRows::view);
            List<JobRun> runs = base.sql()
                    .get("run-list")
                    .set("id", id.toString())
                    .set("at_most", 100)
                    .all(c, JobRows::run);
            return job.or(() -> runs.stream().findFirst().map(JobRows::gone)).map(view -> new JobDetails(view, runs));
        });
    }

    /** Not claimed until it is resumed; a run under way goes on. */
    public boolean pause(UUID id) throws SQLException {
        return on("pause", id);
    }

    /** Claimed again; ticks of a cron that were missed while it was paused are not made up for. */
    public boolean resume(UUID id) throws SQLException {
        return andWork(on("resume", id));
    }

    /** Nothing of this queue is claimed until it is resumed. */
    public void pauseQueue(String queue) throws SQLException {
        Checks.queue(queue);
        insert(c -> base.sql().get("queue-pause").set("queue", queue).update(c));
    }

    public void resumeQueue(String queue) throws SQLException {
        use(c -> base.sql().get("queue-resume").set("queue", queue).update(c));
        newWork.run();
    }

    public List<String> pausedQueues() throws SQLException {
        return use(c -> base.sql().get("queue-list").plain().all(c, row -> row.getString(1)));
    }

    /** Runs it now: a waiting job itself, a cron as one more job. False if it is running or has ended. */
    public boolean trigger(UUID id) throws SQLException {
        if (on("trigger", id)) {
            return andWork(true);
        }
        boolean cron = show(id).map(JobDetails::job)
                .filter(job -> job.cron() != null && job.status() == JobStatus.SCHEDULED)
                .isPresent();
        return cron && triggerFor(id, databaseTime());
    }

    private Instant databaseTime() throws SQLException {
        long micros = use(c ->
                base.sql().get("now").plain().first(c, row -> row.getLong(1)).orElseThrow());
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** Runs a recurring job now as if for that scheduled time, as one more job; false if one for that time is waiting. */
    public boolean triggerFor(UUID id, Instant scheduledTime) throws SQLException {
        boolean recurring = show(id).map(d -> d.job().recurring()).orElse(false);
        if (!recurring) {
            throw new IllegalArgumentException("job " + id + " is not a recurring one: trigger it without a time");
        }
        UUID run = Ids.next();
        int inserted = insert(c -> base.sql()
                .get("tick-insert")
                .set("id", run.toString())
                .set("parent", id.toString())
                .set("now", 1)
                .set("tick", PortableStore.micros(scheduledTime))
                .written(c));
        return andWork(inserted == 1);
    }

    /** Tries it again now, its attempts forgotten: one that waits after a failure, was cancelled, or is dead. */
    public boolean retry(UUID id) throws SQLException {
        return andWork(on("retry", id));
    }

    /** Ends it: a waiting job at once, a running one by a signal to its handler. False if it has ended. */
    public boolean cancel(UUID id) throws SQLException {
        if (on("cancel", id)) {
            return true;
        }
        boolean signalled = on("cancel-running", id);
        if (signalled) {
            cancelled.run();
        }
        return signalled;
    }

    /** Gives a dead letter its attempts back. */
    public boolean redrive(UUID id) throws SQLException {
        boolean dead = show(id).map(d -> d.job().status() == JobStatus.DEAD).orElse(false);
        return dead && retry(id);
    }

    /** Removes a dead letter; its runs stay until they are too old. */
    public boolean discard(UUID id) throws SQLException {
        return on("discard", id);
    }

    /** The cluster, as the leader of {@code metrics-aggregator} last counted it. */
    public List<QueueFigures> figures() throws SQLException {
        return use(c -> base.sql().get("figures-latest").plain().all(c, JobRows::figures));
    }

    /** The workers, those that ended a short while ago among them. */
    public List<WorkerView> workers() throws SQLException {
        return use(c -> base.sql().get("workers-list").plain().all(c, JobRows::worker));
    }

    /**
     * Jobs that run again and again, by name. PostgreSQL has an index for it; elsewhere every job is looked at, for two
     * seconds at most: ask now and then, not all the time.
     */
    public List<JobView> recurring(int atMost) throws SQLException {
        return use(c -> base.sql()
                .get("jobs-recurring")
                .plain()
                .atMost(Math.max(1, Math.min(MOST, atMost)))
                .within(Duration.ofSeconds(2))
                .all(c, JobRows::view));
    }

    private boolean on(String statement, UUID id) throws SQLException {
        return use(c -> base.sql().get(statement).set("id", id.toString()).written(c) == 1);
    }

    private boolean andWork(boolean done) {
        if (done) {
            newWork.run();
        }
        return done;
    }

    private static UUID id(String text) {
        return UUID.fromString(text);
    }

    /** How many rows were inserted: none if somebody was faster by a moment, because then it is there. */
    private int insert(Link.Work<Integer> statement) throws SQLException {
        try {
            return use(statement);
        } catch (SQLException e) {
            if (!base.isDuplicateKey(e)) {
                throw e;
            }
            return 0;
        }
    }

    private <T> T use(Link.Work<T> work) throws SQLException {
        return guard.patiently(() -> {
            try (Connection connection = base.source().getConnection()) {
                connection.setAutoCommit(true);
                return work.on(connection);
            }
        });
    }
}
