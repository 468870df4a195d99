package dev.baton.jobs.admin;

import dev.baton.jobs.JobAdmin;
import dev.baton.jobs.JobDefinition;
import dev.baton.jobs.JobDetails;
import dev.baton.jobs.JobPage;
import dev.baton.jobs.JobRun;
import dev.baton.jobs.JobStatus;
import dev.baton.jobs.JobView;
import dev.baton.jobs.QueueFigures;
import dev.baton.jobs.Schedule;
import dev.baton.jobs.WorkerView;
import dev.baton.jobs.check.InputChecks;
import dev.baton.jobs.check.JsonText;
import dev.baton.jobs.event.WorkAnnouncer;
import dev.baton.jobs.schedule.RecurringDefinitions;
import dev.baton.jobs.store.DatabaseRetry;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobIds;
import dev.baton.jobs.store.JobRows;
import dev.baton.jobs.store.PortableStore;
import dev.baton.jobs.store.ScheduleColumns;
import dev.baton.sql.ActNote;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** {@link JobAdmin} by statements on the tables; whoever has to act on them at once is told. */
public final class DatabaseJobAdmin implements JobAdmin {

    private static final int MOST = 1_000;
    private static final int MOST_RUNS = 100;
    private static final int DEFINITIONS_IN_THE_WAY = 5;
    private static final Duration TICKS_SHOWN = Duration.ofDays(1);

    private final JobDatabase database;
    private final RecurringDefinitions definitions;
    private final DatabaseRetry retry;
    private final WorkAnnouncer newWork;
    private final Runnable cancelled;
    private final Optional<ActNote> note;

    public DatabaseJobAdmin(
            JobDatabase database,
            RecurringDefinitions definitions,
            DatabaseRetry retry,
            WorkAnnouncer newWork,
            Runnable cancelled) {
        this(database, definitions, retry, newWork, cancelled, Optional.empty());
    }

    private DatabaseJobAdmin(
            JobDatabase database,
            RecurringDefinitions definitions,
            DatabaseRetry retry,
            WorkAnnouncer newWork,
            Runnable cancelled,
            Optional<ActNote> note) {
        this.database = database;
        this.definitions = definitions;
        this.retry = retry;
        this.newWork = newWork;
        this.cancelled = cancelled;
        this.note = note;
    }

    @Override
    public JobAdmin noting(ActNote what) {
        return new DatabaseJobAdmin(database, definitions, retry, newWork, cancelled, Optional.of(what));
    }

    @Override
    public JobPage list(Filter filter, Optional<String> cursor, int atMost) throws SQLException {
        cursor.ifPresent(DatabaseJobAdmin::id);
        return use(c -> new JobListing(database).page(c, filter, cursor, Math.max(1, Math.min(MOST, atMost))));
    }

    @Override
    public JobPage deadLetters(Optional<String> cursor, int atMost) throws SQLException {
        return list(Filter.any().status(JobStatus.DEAD), cursor, atMost);
    }

    @Override
    public Optional<JobDetails> show(UUID id) throws SQLException {
        return use(c -> {
            Optional<JobView> job =
                    database.sql().get("job-show").set("id", id.toString()).first(c, JobRows::view);
            List<JobRun> runs = runs(c, id, MOST_RUNS);
            return job.or(() -> runs.stream().findFirst().map(JobRows::finishedJob))
                    .map(view -> new JobDetails(view, runs));
        });
    }

    @Override
    public List<JobRun> runs(UUID id, int atMost) throws SQLException {
        int limit = Math.max(1, Math.min(MOST, atMost));
        return use(c -> {
            Optional<JobView> cron = database.sql()
                    .get("job-show")
                    .set("id", id.toString())
                    .first(c, JobRows::view)
                    .filter(job -> job.cron() != null);
            if (cron.isEmpty()) {
                return runs(c, id, limit);
            }
            Command ticks = database.sql()
                    .get("runs-of-ticks")
                    .set("job", cron.get().job())
                    .set("age_ms", TICKS_SHOWN.toMillis())
                    .set("at_most", limit)
                    .within(Duration.ofSeconds(2));
            return JobRows.readable(ticks, c, JobRows::run);
        });
    }

    private List<JobRun> runs(Connection c, UUID id, int atMost) throws SQLException {
        Command list = database.sql().get("run-list").set("id", id.toString()).set("at_most", atMost);
        return JobRows.readable(list, c, JobRows::run);
    }

    @Override
    public boolean pause(UUID id) throws SQLException {
        return on("pause", id);
    }

    @Override
    public boolean resume(UUID id) throws SQLException {
        return andWork(() -> on("resume", id));
    }

    @Override
    public void pauseQueue(String queue) throws SQLException {
        InputChecks.queueName(queue);
        insert(c -> database.sql().get("queue-pause").set("queue", queue).update(c));
    }

    @Override
    public void resumeQueue(String queue) throws SQLException {
        andWork(() ->
                act(c -> database.sql().get("queue-resume").set("queue", queue).update(c)));
    }

    @Override
    public List<String> pausedQueues() throws SQLException {
        return use(c -> database.sql().get("queue-list").plain().all(c, row -> row.getString(1)));
    }

    @Override
    public boolean trigger(UUID id) throws SQLException {
        Optional<JobView> job = show(id).map(JobDetails::job).filter(one -> one.status() == JobStatus.SCHEDULED);
        if (job.isEmpty()) {
            return false;
        }
        return job.get().cron() == null ? once("trigger", job.get()) : triggerFor(id, databaseTime());
    }

    /**
     * A job with a higher claim number than the caller saw was triggered by an earlier try whose answer was lost, so the second
     * try succeeds as well and starts nothing.
     */
    private boolean once(String statement, JobView seen) throws SQLException {
        int changed = andWork(() -> act(c -> database.sql()
                .get(statement)
                .set("id", seen.id().toString())
                .set("claim", seen.claimNumber())
                .update(c)));
        return changed == 1
                || show(seen.id())
                        .filter(now -> now.job().claimNumber() > seen.claimNumber())
                        .isPresent();
    }

    private Instant databaseTime() throws SQLException {
        return use(database::databaseTime);
    }

    @Override
    public boolean triggerFor(UUID id, Instant scheduledTime) throws SQLException {
        InputChecks.time("the scheduled time", scheduledTime);
        if (recurring(id).isEmpty()) {
            throw new IllegalArgumentException("job " + id + " is not a recurring one: trigger it without a time");
        }
        UUID run = JobIds.nextId();
        int inserted = andWork(() -> insert(c -> database.sql()
                .get("tick-insert")
                .set("id", run.toString())
                .set("parent", id.toString())
                .set("now", 1)
                .set("tick", PortableStore.micros(scheduledTime))
                .update(c)));
        return inserted == 1 || show(run).isPresent(); // the answer to an earlier try may have been lost
    }

    @Override
    public boolean retry(UUID id) throws SQLException {
        Optional<JobView> job = show(id).map(JobDetails::job);
        return job.isPresent() && once("retry", job.get());
    }

    @Override
    public boolean cancel(UUID id) throws SQLException {
        boolean done = on("cancel", id);
        if (done) {
            cancelled.run(); // it may be running
        }
        return done;
    }

    @Override
    public UUID define(JobDefinition definition) throws SQLException {
        UUID id = JobIds.recurringId(definition.name());
        for (int tries = 0; tries < DEFINITIONS_IN_THE_WAY; tries++) {
            Optional<JobView> known = recurring(id);
            if (andWork(() -> known.isPresent()
                    ? act(c -> definitions.update(c, known.get(), definition)) == 1
                    : insertNew(id, definition))) {
                return id;
            }
        }
        throw new SQLException("recurring job '" + definition.name() + "' is made and removed all the time: try again");
    }

    @Override
    public Optional<UUID> defineNew(JobDefinition definition) throws SQLException {
        UUID id = JobIds.recurringId(definition.name());
        return andWork(() -> insertNew(id, definition)) ? Optional.of(id) : Optional.empty();
    }

    /**
     * Stores a new one; false if there is one already. A duplicate alone does not say so: it may be removed at the same moment, or the
     * row collides with something else of the application's.
     */
    private boolean insertNew(UUID id, JobDefinition definition) throws SQLException {
        for (int tries = 1; ; tries++) {
            try {
                return act(c -> definitions.insert(c, definition)) == 1;
            } catch (SQLException e) {
                boolean isDuplicate = database.isDuplicateKey(e);
                if (isDuplicate && recurring(id).isPresent()) {
                    return false;
                }
                if (!isDuplicate || tries == DEFINITIONS_IN_THE_WAY) {
                    throw e;
                }
            }
        }
    }

    private Optional<JobView> recurring(UUID id) throws SQLException {
        return show(id).map(JobDetails::job).filter(JobView::recurring);
    }

    @Override
    public boolean reschedule(UUID id, Schedule schedule) throws SQLException {
        return andWork(() -> act(c -> ScheduleColumns.set(
                                database.sql().get("reschedule").set("id", id.toString()), schedule)
                        .update(c)))
                == 1;
    }

    @Override
    public boolean changeWork(UUID id, Optional<String> handler, Optional<String> payload) throws SQLException {
        handler.ifPresent(InputChecks::jobName);
        payload.ifPresent(JsonText::requireJson);
        return andWork(() -> act(c -> database.sql()
                        .get("change-work")
                        .set("id", id.toString())
                        .set("handler", handler.orElse(null))
                        .set("payload", payload.orElse(null))
                        .update(c)))
                == 1;
    }

    @Override
    public boolean remove(UUID id) throws SQLException {
        return on("remove", id);
    }

    @Override
    public boolean redrive(UUID id) throws SQLException {
        return show(id).filter(d -> d.job().status() == JobStatus.DEAD).isPresent() && retry(id);
    }

    @Override
    public boolean discard(UUID id) throws SQLException {
        return on("discard", id);
    }

    @Override
    public long count(ManyAct act, JobAdmin.Filter filter, int atMost) throws SQLException {
        return use(c -> new ManyJobs(database).count(c, act, filter, atMost));
    }

    @Override
    public ManyDone actOnMany(ManyAct act, JobAdmin.Filter filter, Optional<String> cursor, int atMost)
            throws SQLException {
        cursor.ifPresent(DatabaseJobAdmin::id);
        int limit = Math.max(1, Math.min(MOST, atMost));
        try {
            return andWork(() -> use(c -> Transactions.<ManyDone, SQLException>inTransaction(c, tx -> {
                ManyDone done = new ManyJobs(database).next(tx, act, filter, cursor, limit);
                if (done.done() > 0 && note.isPresent()) {
                    note.get().write(tx);
                }
                return done;
            })));
        } finally {
            cancelled.run(); // some may be running
        }
    }

    @Override
    public List<QueueFigures> figures() throws SQLException {
        return use(c -> database.sql().get("figures-latest").plain().all(c, JobRows::figures));
    }

    @Override
    public List<RunsOfDay> compactedRuns(Optional<String> job, int atMost) throws SQLException {
        return use(c -> JobRows.readable(
                database.sql()
                        .get("compacted-runs")
                        .set("job", job.orElse(null))
                        .set("at_most", Math.max(1, Math.min(MOST, atMost))),
                c,
                JobRows::runsOfDay));
    }

    @Override
    public List<WorkerView> workers() throws SQLException {
        return use(c -> database.sql().get("workers-list").plain().all(c, JobRows::worker));
    }

    @Override
    public List<JobView> recurring(int atMost) throws SQLException {
        return use(c -> JobRows.readable(
                database.sql()
                        .get("jobs-recurring")
                        .plain()
                        .atMost(Math.max(1, Math.min(MOST, atMost)))
                        .within(Duration.ofSeconds(2)),
                c,
                JobRows::view));
    }

    private boolean on(String statement, UUID id) throws SQLException {
        return act(c -> database.sql().get(statement).set("id", id.toString()).update(c)) == 1;
    }

    /** Workers are told whatever it answers: an answer may have been lost, and whoever asks again changes no row. */
    private <T> T andWork(DatabaseRetry.Call<T> act) throws SQLException {
        try {
            return act.run();
        } finally {
            newWork.announceWork();
        }
    }

    private static UUID id(String text) {
        return UUID.fromString(text);
    }

    /** How many rows were inserted: none if another process inserted the same row a moment before. */
    private int insert(Transactions.Body<Integer, SQLException> statement) throws SQLException {
        try {
            return act(statement);
        } catch (SQLException e) {
            if (!database.isDuplicateKey(e)) {
                throw e;
            }
            return 0;
        }
    }

    /** How many rows a write touched; with the note of it, if one is wanted and there were any. */
    private int act(Transactions.Body<Integer, SQLException> write) throws SQLException {
        if (note.isEmpty()) {
            return use(write);
        }
        return use(c -> Transactions.<Integer, SQLException>inTransaction(c, tx -> {
            int rows = write.run(tx);
            if (rows > 0) {
                note.get().write(tx);
            }
            return rows;
        }));
    }

    private <T> T use(Transactions.Body<T, SQLException> work) throws SQLException {
        return retry.callWithRetries(() -> database.runWork(work));
    }
}
