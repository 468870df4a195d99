package dev.baton.jobs;

import dev.baton.sql.ActNote;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** What operators do: look, pause, trigger, retry, cancel, deal with dead letters. Thread-safe. */
public interface JobAdmin {

    /** The same, with a note in the transaction of each act that does something. What only looks writes none. */
    JobAdmin noting(ActNote note);

    /**
     * Some jobs, in the order of their ids, without their payloads and with the beginnings of their errors: {@link #show} has
     * both.
     *
     * @param cursor where the page before ended
     */
    JobPage list(Filter filter, Optional<String> cursor, int atMost) throws SQLException;

    /** Jobs that are out of attempts, as {@link #list} shows them. */
    JobPage deadLetters(Optional<String> cursor, int atMost) throws SQLException;

    /** A job with its latest runs; a finished one whose row is gone is shown as its runs tell. */
    Optional<JobDetails> show(UUID id) throws SQLException;

    /**
     * Its latest runs, newest first. Of a cron those of its ticks, which are jobs of their own, within the last day; for two seconds at
     * most, because names have no index.
     */
    List<JobRun> runs(UUID id, int atMost) throws SQLException;

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
     * Makes a recurring job, or changes all of the one of that name. It is there for every program at once, and stays until it is
     * {@linkplain #remove removed}; a program that defines the same name itself says otherwise when it starts again. The pause after a
     * failure is not stored: it is what each program says, or a second.
     *
     * @return its id
     */
    UUID define(JobDefinition definition) throws SQLException;

    /** The same where there is none of that name; empty, and nothing is changed, where there is. */
    Optional<UUID> defineNew(JobDefinition definition) throws SQLException;

    /**
     * Gives a recurring job another schedule, at once, whether it waits or runs. A program that defines it says otherwise
     * when it starts again. False if it is not a recurring one.
     */
    boolean reschedule(UUID id, Schedule schedule) throws SQLException;

    /**
     * Has a recurring job run something else from its next run on: what is not given stays as it is, its schedule too. A program that
     * defines it says otherwise when it starts again. False if it is not a recurring one.
     *
     * @param handler who runs it
     * @param payload JSON
     */
    boolean changeWork(UUID id, Optional<String> handler, Optional<String> payload) throws SQLException;

    /**
     * Removes a recurring job; its runs stay until they are too old. A program that still defines it brings it back when it
     * starts again. False if it is running: cancel the run first; or if it is not a recurring one.
     */
    boolean remove(UUID id) throws SQLException;

    /** Gives a dead letter its attempts back. */
    boolean redrive(UUID id) throws SQLException;

    /** Removes a dead letter; its runs stay until they are too old. */
    boolean discard(UUID id) throws SQLException;

    /** What can be done to many jobs at once. */
    enum ManyAct {
        /** As {@link JobAdmin#retry}: dead and cancelled ones, and those that wait after a failure. */
        RETRY,
        /** As {@link JobAdmin#cancel}. */
        CANCEL,
        /** As {@link JobAdmin#redrive}: dead ones. */
        REDRIVE,
        /** As {@link JobAdmin#discard}: dead ones. */
        DISCARD
    }

    /**
     * What came of some of many.
     *
     * @param seen how many matched
     * @param done to how many of them something was done: others were claimed, or ended, at the same moment
     * @param nextCursor where to go on; empty if there were no more
     */
    record ManyDone(int seen, int done, Optional<String> nextCursor) {}

    /** How many jobs match and can be acted on so; counted no further than to that many. Recurring jobs never match. */
    long count(ManyAct act, Filter filter, int atMost) throws SQLException;

    /**
     * Acts on the next jobs that match, in the order of their ids, in one transaction with one note: a few hundred at a time, so that it
     * does not take long. Recurring jobs are left alone.
     *
     * @param cursor where the ones before ended
     */
    ManyDone actOnMany(ManyAct act, Filter filter, Optional<String> cursor, int atMost) throws SQLException;

    /** The cluster, as the leader of {@code metrics-aggregator} last counted it. */
    List<QueueFigures> figures() throws SQLException;

    /**
     * Runs of one day that were too old to be kept one by one.
     *
     * @param day in UTC
     * @param totalMillis how long they took together
     */
    record RunsOfDay(
            String job, LocalDate day, JobRun.Outcome outcome, long runs, long totalMillis, long longestMillis) {}

    /**
     * What is left of the runs that were summed up for their age, the newest day first.
     *
     * @param job only those of that name; all if empty
     */
    List<RunsOfDay> compactedRuns(Optional<String> job, int atMost) throws SQLException;

    /** The workers, those that ended a short while ago among them. */
    List<WorkerView> workers() throws SQLException;

    /**
     * Jobs that run again and again, by name, as {@link #list} shows them. PostgreSQL has an index for it; elsewhere every job is looked at, for two
     * seconds at most: ask now and then, not all the time.
     */
    List<JobView> recurring(int atMost) throws SQLException;

    /** Which jobs: those that match all that is given. */
    record Filter(Optional<JobStatus> status, Optional<String> job, Optional<String> queue) {

        /** Everything. */
        public static Filter any() {
            return new Filter(Optional.empty(), Optional.empty(), Optional.empty());
        }

        public Filter status(JobStatus only) {
            return new Filter(Optional.of(only), job, queue);
        }

        /** Only those of that name. */
        public Filter job(String name) {
            return new Filter(status, Optional.of(name), queue);
        }

        public Filter queue(String name) {
            return new Filter(status, job, Optional.of(name));
        }
    }
}
