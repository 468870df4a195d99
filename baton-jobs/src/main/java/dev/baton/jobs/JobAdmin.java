package dev.baton.jobs;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What operators do: look, pause, trigger, retry, cancel, deal with dead letters. Thread-safe. */
public interface JobAdmin {

    /**
     * Some jobs, in the order of their ids, without their payloads and with the beginnings of their errors: {@link #show} has
     * both.
     *
     * @param status only those; all if empty
     * @param job only those of that name; all if empty
     * @param cursor where the page before ended
     */
    JobPage list(Optional<JobStatus> status, Optional<String> job, Optional<String> cursor, int atMost)
            throws SQLException;

    /** Jobs that are out of attempts, as {@link #list} shows them. */
    JobPage deadLetters(Optional<String> cursor, int atMost) throws SQLException;

    /** A job with its latest runs; a finished one whose row is gone is shown as its runs tell. */
    Optional<JobDetails> show(UUID id) throws SQLException;

    /** Not claimed until it is resumed; a run under way goes on. */
    boolean pause(UUID id) throws SQLException;

    /** Claimed again; ticks of a cron that were missed while it was paused are not made up for. */
    boolean resume(UUID id) throws SQLException;

    /** Nothing of this queue is claimed until it is resumed. */
    void pauseQueue(String queue) throws SQLException;

    void resumeQueue(String queue) throws SQLException;

    List<String> pausedQueues() throws SQLException;

    /** Runs it now: a waiting job itself, a cron as one more job. False if it is running or has ended. */
    boolean trigger(UUID id) throws SQLException;

    /** Runs a recurring job now as if for that scheduled time, as one more job; false if one for that time is waiting. */
    boolean triggerFor(UUID id, Instant scheduledTime) throws SQLException;

    /**
     * Tries it again now, its attempts forgotten: one that waits after a failure, was cancelled, or is dead. A cancelled cron
     * goes on with its next tick.
     */
    boolean retry(UUID id) throws SQLException;

    /** Ends it: a waiting job at once, a running one by a signal to its handler. False if it has ended. */
    boolean cancel(UUID id) throws SQLException;

    /**
     * Gives a recurring job another schedule, at once, whether it waits or runs. A program that defines it says otherwise
     * when it starts again. False if it is not a recurring one.
     */
    boolean reschedule(UUID id, Schedule schedule) throws SQLException;

    /**
     * Removes a recurring job; its runs stay until they are too old. A program that still defines it brings it back when it
     * starts again. False if it is running: cancel the run first; or if it is not a recurring one.
     */
    boolean remove(UUID id) throws SQLException;

    /** Gives a dead letter its attempts back. */
    boolean redrive(UUID id) throws SQLException;

    /** Removes a dead letter; its runs stay until they are too old. */
    boolean discard(UUID id) throws SQLException;

    /** The cluster, as the leader of {@code metrics-aggregator} last counted it. */
    List<QueueFigures> figures() throws SQLException;

    /** The workers, those that ended a short while ago among them. */
    List<WorkerView> workers() throws SQLException;

    /**
     * Jobs that run again and again, by name, as {@link #list} shows them. PostgreSQL has an index for it; elsewhere every job is looked at, for two
     * seconds at most: ask now and then, not all the time.
     */
    List<JobView> recurring(int atMost) throws SQLException;
}
