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
 * Who runs what in this process.
 *
 * @param byName handlers by name
 * @param pauses of recurring jobs after a failure, by job
 */
public record Handlers(Map<String, Entry> byName, Map<String, Duration> pauses) {

    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** A handler and how often its one-off jobs are tried. */
    public record Entry(JobHandler handler, RetryPolicy retries) {
        public Entry traced(Tracing tracing) {
            return new Entry(new TracedHandler(handler, tracing), retries);
        }
    }

    public Handlers {
        byName = Map.copyOf(byName);
        pauses = Map.copyOf(pauses);
    }

    /** The same ones, with a span around each run. */
    public Handlers traced(Tracing tracing) {
        if (tracing == Tracing.NONE) {
            return this;
        }
        Map<String, Entry> all = new HashMap<>();
        byName.forEach((name, entry) -> all.put(name, entry.traced(tracing)));
        return new Handlers(all, pauses);
    }

    Set<String> names() {
        return byName.keySet();
    }

    /** A claim asks only for jobs whose handler is here. */
    Entry of(ClaimedJob job) {
        return byName.get(job.handler() == null ? job.job() : job.handler());
    }

    Duration pause(String job) {
        return pauses.getOrDefault(job, PAUSE);
    }
}
