package dev.baton.jobs.worker;

import dev.baton.Tracing;
import dev.baton.jobs.JobHandler;
import dev.baton.jobs.RetryPolicy;
import dev.baton.jobs.claim.ClaimedJob;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The handlers of this process, by the names that jobs call them.
 *
 * @param byName handlers by name
 * @param pauses of recurring jobs after a failure, by job
 */
public record JobHandlers(Map<String, Entry> byName, Map<String, Duration> pauses) {

    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** A handler and how often its one-off jobs are tried. */
    public record Entry(JobHandler handler, RetryPolicy retries) {
        public Entry traced(Tracing tracing) {
            return new Entry(TracedHandler.of(handler, tracing), retries);
        }
    }

    public JobHandlers {
        byName = Map.copyOf(byName);
        pauses = Map.copyOf(pauses);
    }

    /** The same ones, with a span around each run. */
    public JobHandlers traced(Tracing tracing) {
        if (tracing == Tracing.NONE) {
            return this;
        }
        Map<String, Entry> all = new HashMap<>();
        byName.forEach((name, entry) -> all.put(name, entry.traced(tracing)));
        return new JobHandlers(all, pauses);
    }

    Set<String> names() {
        return byName.keySet();
    }

    /** A claim asks only for jobs whose handler is here. */
    Entry handlerFor(ClaimedJob job) {
        return byName.get(job.handler() == null ? job.job() : job.handler());
    }

    Duration pauseAfterFailure(String job) {
        return pauses.getOrDefault(job, PAUSE);
    }
}
