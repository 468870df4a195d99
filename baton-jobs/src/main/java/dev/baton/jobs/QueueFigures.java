package dev.baton.jobs;

import java.time.Instant;

/**
 * A queue across the cluster, as the leader of {@code metrics-aggregator} last counted it.
 *
 * @param waiting scheduled jobs, due or not
 * @param due those whose time has come
 * @param completed runs completed since the figures before
 * @param failed runs that ended otherwise since then
 * @param threads threads of all living workers, for all queues together
 * @param busy those with a job
 */
public record QueueFigures(
        Instant at,
        String queue,
        long waiting,
        long due,
        long running,
        long dead,
        long completed,
        long failed,
        long threads,
        long busy) {}
