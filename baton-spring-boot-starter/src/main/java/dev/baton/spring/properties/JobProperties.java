package dev.baton.spring.properties;

import java.time.Duration;

/** What {@code baton.jobs.*} sets. */
public class JobProperties {

    /** Whether jobs are run and enqueued, where baton-jobs is on the class path. */
    private boolean enabled = true;

    /** Whether this instance runs jobs, or only enqueues them. */
    private boolean worker = true;

    /** How many jobs run at the same time. */
    private int threads = JobDefaults.THREADS;

    /** The longest that a worker goes without looking. */
    private Duration pollInterval = JobDefaults.POLL_INTERVAL;

    /** After how long without a heartbeat a job counts as left behind. */
    private Duration lockTimeout = JobDefaults.LOCK_TIMEOUT;

    /** How often the lock of a run is extended. */
    private Duration heartbeat = JobDefaults.HEARTBEAT;

    /** When a heartbeat without an answer has failed. */
    private Duration heartbeatTimeout = JobDefaults.HEARTBEAT_TIMEOUT;

    /** How long running jobs are waited for at the end. */
    private Duration stopTimeout = JobDefaults.STOP_TIMEOUT;

    /** Whether jobs run on virtual threads, where Java has them. */
    private boolean virtualThreads = false;

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public boolean isWorker() {
        return worker;
    }

    public void setWorker(boolean worker) {
        this.worker = worker;
    }

    public int getThreads() {
        return threads;
    }

    public void setThreads(int threads) {
        this.threads = threads;
    }

    public Duration getPollInterval() {
        return pollInterval;
    }

    public void setPollInterval(Duration pollInterval) {
        this.pollInterval = pollInterval;
    }

    public Duration getLockTimeout() {
        return lockTimeout;
    }

    public void setLockTimeout(Duration lockTimeout) {
        this.lockTimeout = lockTimeout;
    }

    public Duration getHeartbeat() {
        return heartbeat;
    }

    public void setHeartbeat(Duration heartbeat) {
        this.heartbeat = heartbeat;
    }

    public Duration getHeartbeatTimeout() {
        return heartbeatTimeout;
    }

    public void setHeartbeatTimeout(Duration heartbeatTimeout) {
        this.heartbeatTimeout = heartbeatTimeout;
    }

    public Duration getStopTimeout() {
        return stopTimeout;
    }

    public void setStopTimeout(Duration stopTimeout) {
        this.stopTimeout = stopTimeout;
    }

    public boolean isVirtualThreads() {
        return virtualThreads;
    }

    public void setVirtualThreads(boolean virtualThreads) {
        this.virtualThreads = virtualThreads;
    }
}
