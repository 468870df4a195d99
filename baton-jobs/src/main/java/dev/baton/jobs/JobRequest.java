package dev.baton.jobs;

import dev.baton.jobs.check.InputChecks;
import dev.baton.jobs.check.JsonText;
import dev.baton.support.Traceparent;
import java.time.Duration;
import java.time.Instant;

/**
 * A one-off job to be enqueued. Begin with {@link #of}; what is not said is null, and the default applies.
 *
 * @param job its name
 * @param handler who runs it; the handler of the job's name if null
 * @param payload JSON
 * @param runAt when; now, by the database's clock, if null
 * @param queue {@code default} if null
 * @param priority higher goes first
 * @param uniqueKey a second job of that name with the same key is not enqueued
 * @param timeout after how long a run is ended
 * @param retries the handler's policy if null
 * @param lockTimeout the setting if null
 * @param capability only workers that offer it claim the job
 * @param traceparent the W3C trace that enqueues it, if that is not current on the thread that does
 */
public record JobRequest(
        String job,
        String handler,
        String payload,
        Instant runAt,
        String queue,
        int priority,
        String uniqueKey,
        Duration timeout,
        RetryPolicy retries,
        Duration lockTimeout,
        String capability,
        String traceparent) {

    public JobRequest {
        InputChecks.jobName(job);
        if (runAt != null) {
            InputChecks.time("runAt", runAt);
        }
    }

    public static JobRequest of(String job) {
        return new JobRequest(job, null, null, null, null, 0, null, null, null, null, null, null);
    }

    public JobRequest handledBy(String name) {
        return copy(b -> b.handler = InputChecks.jobName(name));
    }

    /** JSON; refused if it is not. */
    public JobRequest payload(String json) {
        try {
            JsonText.requireJson(json);
        } catch (IllegalArgumentException e) {
            throw new PayloadException(e.getMessage(), e);
        }
        return copy(b -> b.payload = json);
    }

    public JobRequest runAt(Instant time) {
        return copy(b -> b.runAt = time);
    }

    public JobRequest queue(String name) {
        return copy(b -> b.queue = InputChecks.queueName(name));
    }

    public JobRequest priority(int higherFirst) {
        return copy(b -> b.priority = higherFirst);
    }

    public JobRequest uniqueKey(String key) {
        return copy(b -> b.uniqueKey = InputChecks.uniqueKey(key));
    }

    public JobRequest timeout(Duration atMost) {
        return copy(b -> b.timeout = InputChecks.positiveTime("time-out", atMost));
    }

    public JobRequest retries(RetryPolicy policy) {
        return copy(b -> b.retries = policy);
    }

    public JobRequest lockTimeout(Duration time) {
        return copy(b -> b.lockTimeout = InputChecks.positiveTime("lock_timeout", time));
    }

    public JobRequest capability(String name) {
        return copy(b -> b.capability = InputChecks.capabilityName(name));
    }

    /** One that is not well-formed is left out, as the standard demands. */
    public JobRequest traceparent(String header) {
        return copy(b -> b.traceparent = Traceparent.isWellFormed(header) ? header : null);
    }

    private JobRequest copy(java.util.function.Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.done();
    }

    /** A request whose parts can still change. */
    private static final class Draft {
        private final JobRequest from;
        private String handler;
        private String payload;
        private Instant runAt;
        private String queue;
        private int priority;
        private String uniqueKey;
        private Duration timeout;
        private RetryPolicy retries;
        private Duration lockTimeout;
        private String capability;
        private String traceparent;

        Draft(JobRequest r) {
            from = r;
            handler = from.handler;
            payload = from.payload;
            runAt = from.runAt;
            queue = from.queue;
            priority = from.priority;
            uniqueKey = from.uniqueKey;
            timeout = from.timeout;
            retries = from.retries;
            lockTimeout = from.lockTimeout;
            capability = from.capability;
            traceparent = from.traceparent;
        }

        JobRequest done() {
            return new JobRequest(
                    from.job,
                    handler,
                    payload,
                    runAt,
                    queue,
                    priority,
                    uniqueKey,
                    timeout,
                    retries,
                    lockTimeout,
                    capability,
                    traceparent);
        }
    }
}
