package dev.baton.jobs;

import dev.baton.jobs.check.InputChecks;
import java.time.Duration;
import java.util.Objects;

/**
 * A recurring job: one row of the table, kept in step with the program that defines it. Begin with {@link #of}.
 *
 * @param request what each run is like; name, handler, payload, queue, priority, time-out, retries (of cron ticks)
 * @param schedule when it runs
 * @param pause how long after a failed run the next try may follow; its {@code next_run_time} stays as it is
 */
public record JobDefinition(JobRequest request, Schedule schedule, Duration pause) {

    public JobDefinition {
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(schedule, "schedule");
        InputChecks.positiveTime("pause after a failure", pause);
        if (request.runAt() != null || request.uniqueKey() != null) {
            throw new IllegalArgumentException("recurring job '" + request.job()
                    + "' has a schedule and a name: it takes neither a run time nor a unique key");
        }
    }

    public static JobDefinition of(String job, Schedule schedule) {
        return new JobDefinition(JobRequest.of(job), schedule, Duration.ofSeconds(1));
    }

    /** The same schedule, with runs like this. */
    public JobDefinition like(JobRequest other) {
        return new JobDefinition(other, schedule, pause);
    }

    public JobDefinition pause(Duration afterFailure) {
        return new JobDefinition(request, schedule, afterFailure);
    }

    /** The name of the job. */
    public String name() {
        return request.job();
    }
}
