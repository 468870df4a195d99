package dev.baton.spring.jobs;

import dev.baton.Takeover;
import dev.baton.Tracing;
import dev.baton.jobs.JobListener;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.JobsBuilder;
import dev.baton.spring.election.CandidacyMapping;
import dev.baton.spring.election.LifecyclePhases;
import dev.baton.spring.properties.BatonProperties;
import dev.baton.spring.properties.JobProperties;
import dev.baton.sql.Baton;
import java.util.List;
import java.util.Set;
import org.springframework.context.SmartLifecycle;

/** Runs jobs from the start of the context to its stop; runs under way finish first. */
public final class JobRunner implements SmartLifecycle {

    /** What jobs stand for themselves; each may be set under {@code baton.election.roles}. */
    public static final Set<String> DUTIES = Set.of("scheduler", "metrics-aggregator", "log-compactor");

    private final Baton baton;
    private final BatonProperties properties;
    private final JobMethods methods;
    private final List<JobListener> listeners;
    private final Tracing tracing;
    private volatile Jobs jobs;
    private volatile boolean running;

    JobRunner(
            Baton baton, BatonProperties properties, JobMethods methods, List<JobListener> listeners, Tracing tracing) {
        this.baton = baton;
        this.properties = properties;
        this.methods = methods;
        this.listeners = listeners;
        this.tracing = tracing;
    }

    Jobs jobs() {
        Jobs started = jobs;
        if (started == null) {
            throw new IllegalStateException("jobs can be enqueued once the context has started");
        }
        return started;
    }

    @Override
    public void start() {
        JobsBuilder builder = Jobs.on(baton)
                .settings(settings(properties.getJobs()))
                .candidacies(
                        role -> CandidacyMapping.candidacy(role, properties.getElection(), baton, Takeover.IMMEDIATE));
        if (properties.getJobs().isWorker()) {
            methods.register(builder);
        } else {
            builder.clientOnly();
        }
        listeners.forEach(builder::listener);
        builder.tracing(tracing);
        jobs = builder.start();
        running = true;
    }

    private static JobSettings settings(JobProperties properties) {
        JobSettings settings = JobSettings.DEFAULT
                .withThreads(properties.getThreads())
                .withPollInterval(properties.getPollInterval())
                .withLock(properties.getLockTimeout(), properties.getHeartbeat(), properties.getHeartbeatTimeout())
                .withStopTimeout(properties.getStopTimeout());
        return properties.isVirtualThreads() ? settings.onVirtualThreads() : settings;
    }

    /** Enqueueing goes on: requests that web servers still finish may have something to leave behind. */
    @Override
    public void stop() {
        Jobs started = jobs;
        if (started != null) {
            started.close();
        }
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return LifecyclePhases.WORK;
    }
}
