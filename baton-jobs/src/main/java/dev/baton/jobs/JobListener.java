package dev.baton.jobs;

import java.time.Duration;
import java.util.UUID;

/**
 * Hears what happens to jobs in this process: the one source for metrics, dashboards and tests. Called by the threads
 * that do the work: be quick. What a listener throws is logged and forgotten.
 */
public interface JobListener {

    /** New jobs were stored; {@code baton_jobs_enqueued_total{job}}. */
    default void enqueued(String job, int count) {}

    /** A handler begins; {@code lag} is how long after its scheduled time the job was claimed. */
    default void started(String job, ClaimToken token, Duration lag) {}

    /** A completion was accepted; {@code baton_jobs_completed_total{job}} and {@code baton_jobs_duration_seconds{job}}. */
    default void completed(String job, ClaimToken token, Duration duration) {}

    /** A run failed; {@code baton_jobs_failed_total{job}}. */
    default void failed(String job, ClaimToken token, Throwable error) {}

    /** A job is out of attempts, or can never be read. */
    default void dead(String job, UUID id, String reason) {}

    /** A run was given up by its own worker; log event {@code job_abandoned}. */
    default void abandoned(String job, ClaimToken token, String reason) {}

    /** The database refused the ending of a run whose claim was gone. */
    default void refused(String job, ClaimToken token, JobRun.Outcome outcome) {}

    /** A job left behind was freed; {@code baton_jobs_reclaimed_total}, log event {@code job_reclaimed}. */
    default void reclaimed(String job, UUID id, String lostBy, long claimNumber) {}

    /** A cron tick was triggered; {@code baton_cron_delay_seconds{job}}. */
    default void cronTriggered(String job, Duration delay) {}

    /** Cron ticks were skipped; {@code baton_cron_missed_total{job}}. */
    default void cronMissed(String job, int ticks) {}

    /** Due jobs that no handler of this process is registered for. */
    default void unhandled(String job, long due) {}

    /** Cluster-wide figures; {@code baton_jobs_queue_depth} is the sum of waiting. */
    default void figures(QueueFigures figures) {}
}
