package dev.baton.jobs;

import dev.baton.jobs.check.InputChecks;
import java.time.Duration;

/**
 * How this process works on jobs. Impossible settings are refused at construction, never repaired.
 *
 * @param pollInterval the longest that a worker goes without looking, whatever it was or was not told
 * @param threads how many jobs run at the same time, in queues that have no threads of their own
 * @param lockTimeout after how long without a heartbeat a job counts as left behind
 * @param heartbeat how often a run's lock is extended
 * @param heartbeatTimeout when a heartbeat without an answer has failed
 * @param defaultInterval of recurring jobs that name none
 * @param maxPrefetch the most that is claimed ahead of free threads; how much really is follows from how fast they are
 * @param retention how long finished jobs are shown
 * @param runRetention how long single runs are shown before they are summed up by day
 * @param deadRetention how long dead letters are kept
 * @param stopTimeout how long running jobs are waited for at the end, before they are told to stop
 * @param virtualThreads whether jobs run on virtual threads, where Java has them (21 and later)
 */
public record JobSettings(
        Duration pollInterval,
        int threads,
        Duration lockTimeout,
        Duration heartbeat,
        Duration heartbeatTimeout,
        Duration defaultInterval,
        int maxPrefetch,
        Duration retention,
        Duration runRetention,
        Duration deadRetention,
        Duration stopTimeout,
        boolean virtualThreads) {

    /** The defaults of document 003, and ours. */
    public static final JobSettings DEFAULT = new JobSettings(
            Duration.ofMinutes(1),
            10,
            Duration.ofMinutes(2),
            Duration.ofSeconds(30),
            Duration.ofSeconds(5),
            Duration.ofMinutes(10),
            2_000,
            Duration.ofDays(7),
            Duration.ofDays(7),
            Duration.ofDays(30),
            Duration.ofSeconds(30),
            false);

    public JobSettings {
        InputChecks.positiveTime("poll_interval", pollInterval);
        InputChecks.atLeastOne("threads", threads);
        InputChecks.positiveTime("lock_timeout", lockTimeout);
        InputChecks.positiveTime("heartbeat", heartbeat);
        InputChecks.positiveTime("heartbeat time-out", heartbeatTimeout);
        InputChecks.positiveTime("default_interval", defaultInterval);
        InputChecks.positiveTime("retention", retention);
        InputChecks.positiveTime("run retention", runRetention);
        InputChecks.positiveTime("dead-letter retention", deadRetention);
        if (maxPrefetch < 0) {
            throw new IllegalArgumentException("max prefetch must not be negative, got " + maxPrefetch);
        }
        if (stopTimeout.isNegative()) {
            throw new IllegalArgumentException("the stop time-out must not be negative, got " + stopTimeout);
        }
        InputChecks.lockTimeout("lock_timeout", lockTimeout, heartbeat, heartbeatTimeout);
    }

    /** The shortest lock that this worker's heartbeats can keep. */
    public Duration shortestLock() {
        return heartbeat.plus(heartbeatTimeout).multipliedBy(3).plusMillis(1);
    }

    public JobSettings withPollInterval(Duration interval) {
        return with(interval, threads, lockTimeout, heartbeat, heartbeatTimeout, maxPrefetch, stopTimeout);
    }

    public JobSettings withThreads(int number) {
        return with(pollInterval, number, lockTimeout, heartbeat, heartbeatTimeout, maxPrefetch, stopTimeout);
    }

    /** The three times that belong together. */
    public JobSettings withLock(Duration lock, Duration beat, Duration beatTimeout) {
        return with(pollInterval, threads, lock, beat, beatTimeout, maxPrefetch, stopTimeout);
    }

    public JobSettings withMaxPrefetch(int jobs) {
        return with(pollInterval, threads, lockTimeout, heartbeat, heartbeatTimeout, jobs, stopTimeout);
    }

    public JobSettings withStopTimeout(Duration atMost) {
        return with(pollInterval, threads, lockTimeout, heartbeat, heartbeatTimeout, maxPrefetch, atMost);
    }

    public JobSettings withDefaultInterval(Duration interval) {
        return new JobSettings(
                pollInterval,
                threads,
                lockTimeout,
                heartbeat,
                heartbeatTimeout,
                interval,
                maxPrefetch,
                retention,
                runRetention,
                deadRetention,
                stopTimeout,
                virtualThreads);
    }

    /** How long finished jobs, single runs and dead letters are kept. */
    public JobSettings withRetention(Duration finished, Duration runs, Duration dead) {
        return new JobSettings(
                pollInterval,
                threads,
                lockTimeout,
                heartbeat,
                heartbeatTimeout,
                defaultInterval,
                maxPrefetch,
                finished,
                runs,
                dead,
                stopTimeout,
                virtualThreads);
    }

    public JobSettings onVirtualThreads() {
        return new JobSettings(
                pollInterval,
                threads,
                lockTimeout,
                heartbeat,
                heartbeatTimeout,
                defaultInterval,
                maxPrefetch,
                retention,
                runRetention,
                deadRetention,
                stopTimeout,
                true);
    }

    private JobSettings with(
            Duration poll, int number, Duration lock, Duration beat, Duration answer, int prefetch, Duration stop) {
        return new JobSettings(
                poll,
                number,
                lock,
                beat,
                answer,
                defaultInterval,
                prefetch,
                retention,
                runRetention,
                deadRetention,
                stop,
                virtualThreads);
    }
}
