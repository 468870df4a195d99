package dev.baton.jobs.schedule;

import dev.baton.jobs.JobDefinition;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.JobView;
import dev.baton.jobs.Schedule;
import dev.baton.jobs.enqueue.NewJobInserts;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobIds;
import dev.baton.jobs.store.JobRows;
import dev.baton.jobs.store.NewJob;
import dev.baton.sql.jdbc.Command;
import java.sql.Connection;
import java.sql.SQLException;
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

    public void storeDefinition(Connection connection, JobDefinition definition) throws SQLException {
        String id = JobIds.recurringId(definition.name()).toString();
        var known = database.sql().get("job-show").set("id", id).first(connection, JobRows::view);
        if (known.isPresent()) {
            filled("define-update", definition)
                    .set("changed", changed(known.get(), definition.schedule()) ? 1 : 0)
                    .update(connection);
            return;
        }
        try {
            filled("define-insert", definition).set("job", definition.name()).update(connection);
        } catch (SQLException e) {
            if (!database.isDuplicateKey(e)) {
                throw e; // else another node was faster with the same definition
            }
        }
    }

    private static boolean changed(JobView known, Schedule schedule) {
        if (schedule instanceof Schedule.Cron cron) {
            return !Objects.equals(known.cron(), cron.expression().toString())
                    || !Objects.equals(known.zone(), cron.zone().getId());
        }
        Long interval = interval(schedule);
        return known.cron() != null
                || known.intervalMillis() == null
                || interval < known.intervalMillis(); // a longer one takes effect with the next run
    }

    private static Long interval(Schedule schedule) {
        if (schedule instanceof Schedule.Interval every) {
            return every.interval().toMillis();
        }
        return schedule instanceof Schedule.FixedDelay after ? after.delay().toMillis() : null;
    }

    private Command filled(String statement, JobDefinition definition) throws SQLException {
        JobRequest request = definition.request();
        NewJob job = new NewJobInserts(database, settings)
                .prepareJobs(List.of(request), Optional.empty())
                .get(0);
        Schedule.Cron cron = definition.schedule() instanceof Schedule.Cron c ? c : null;
        return database.sql()
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
                .set("capability", request.capability())
                .set("interval_ms", interval(definition.schedule()))
                .set("fixed_delay", definition.schedule() instanceof Schedule.FixedDelay)
                .set("cron", cron == null ? null : cron.expression().toString())
                .set("zone", cron == null ? null : cron.zone().getId())
                .set("catch_up", cron == null ? null : cron.catchUp());
    }
}
