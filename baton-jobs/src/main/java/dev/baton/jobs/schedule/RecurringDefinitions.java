package dev.baton.jobs.schedule;

import dev.baton.jobs.JobDefinition;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.JobStatus;
import dev.baton.jobs.JobView;
import dev.baton.jobs.Schedule;
import dev.baton.jobs.enqueue.NewJobInserts;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobIds;
import dev.baton.jobs.store.JobRows;
import dev.baton.jobs.store.NewJob;
import dev.baton.jobs.store.ScheduleColumns;
import dev.baton.sql.jdbc.Command;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Keeps the rows of recurring jobs in step with what the program defines. */
public final class RecurringDefinitions {

    private final JobDatabase database;
    private final JobSettings settings;

    public RecurringDefinitions(JobDatabase database, JobSettings settings) {
        this.database = database;
        this.settings = settings;
    }

    /** False if a run that is under way keeps a longer lock: to be stored again when it has ended. */
    public boolean storeDefinition(Connection connection, JobDefinition definition) throws SQLException {
        String id = JobIds.recurringId(definition.name()).toString();
        var known = database.sql().get("job-show").set("id", id).first(connection, JobRows::view);
        if (known.isPresent()) {
            update(connection, known.get(), definition);
            return known.get().status() != JobStatus.RUNNING
                    || known.get().lockTimeoutMillis()
                            <= lockTimeout(definition).toMillis();
        }
        try {
            insert(connection, definition);
        } catch (SQLException e) {
            boolean faster = database.isDuplicateKey(e)
                    && database.sql()
                            .get("job-show")
                            .set("id", id)
                            .first(connection, JobRows::view)
                            .isPresent();
            if (!faster) {
                throw e; // else another node was faster with the same definition
            }
        }
        return true;
    }

    /** Brings a row up to date; 0 if it is gone. */
    public int update(Connection connection, JobView known, JobDefinition definition) throws SQLException {
        return filled("define-update", definition)
                .set("changed", changed(known, definition.schedule()) ? 1 : 0)
                .update(connection);
    }

    /** Stores a row; a duplicate key says that there is one. */
    public int insert(Connection connection, JobDefinition definition) throws SQLException {
        return filled("define-insert", definition).set("job", definition.name()).update(connection);
    }

    private Duration lockTimeout(JobDefinition definition) {
        Duration own = definition.request().lockTimeout();
        return own == null ? settings.lockTimeout() : own;
    }

    private static boolean changed(JobView known, Schedule schedule) {
        if (schedule instanceof Schedule.Cron cron) {
            return !Objects.equals(known.cron(), cron.expression().toString())
                    || !Objects.equals(known.zone(), cron.zone().getId());
        }
        Long interval = ScheduleColumns.intervalMillis(schedule);
        return known.cron() != null
                || known.intervalMillis() == null
                || interval < known.intervalMillis(); // a longer one takes effect with the next run
    }

    private Command filled(String statement, JobDefinition definition) throws SQLException {
        JobRequest request = definition.request();
        NewJob job = new NewJobInserts(database, settings)
                .prepareJobs(List.of(request), Optional.empty())
                .get(0);
        Command command = database.sql()
                .get(statement)
                .set("id", JobIds.recurringId(definition.name()).toString())
                .set("handler", request.handler())
                .set("queue", job.queue())
                .set("priority", request.priority())
                .set("payload", job.payload())
                .set("lock_ms", job.lockTimeoutMillis())
                .set("timeout_ms", job.timeoutMillis())
                .set("max_attempts", job.maxAttempts())
                .set("retry", job.retry())
                .set("capability", request.capability());
        return ScheduleColumns.set(command, definition.schedule());
    }
}
