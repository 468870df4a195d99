package dev.baton.jobs.wiring;

import dev.baton.Tracing;
import dev.baton.jobs.JobDefinition;
import dev.baton.jobs.JobHandler;
import dev.baton.jobs.JobListener;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.JobsBuilder;
import dev.baton.jobs.RetryPolicy;
import dev.baton.jobs.Schedule;
import dev.baton.jobs.admin.DatabaseJobAdmin;
import dev.baton.jobs.check.InputChecks;
import dev.baton.jobs.enqueue.JobEnqueuer;
import dev.baton.jobs.event.JobListeners;
import dev.baton.jobs.schedule.LeaderDuties;
import dev.baton.jobs.schedule.RecurringDefinitions;
import dev.baton.jobs.store.DatabaseRetry;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.worker.JobHandlers;
import dev.baton.jobs.worker.JobWorker;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/** Collects what a program wants, checks it, and builds all parts in {@link #start}. */
final class StartingBuilder implements JobsBuilder {

    private final Baton baton;
    private JobSettings settings = JobSettings.DEFAULT;
    private final Map<String, JobHandlers.Entry> handlers = new HashMap<>();
    private final Map<String, JobDefinition> definitions = new LinkedHashMap<>();
    private final List<JobListener> listeners = new ArrayList<>();
    private final Map<String, Integer> queues = new LinkedHashMap<>();
    private final Set<String> capabilities = new HashSet<>();
    private boolean work = true;
    private boolean duties = true;
    private Function<String, Candidacy> candidacies;
    private Tracing tracing = Tracing.NONE;

    StartingBuilder(Baton baton) {
        this.baton = Objects.requireNonNull(baton, "baton");
        this.candidacies = role -> LeaderDuties.immediate(baton, role);
    }

    @Override
    public JobsBuilder settings(JobSettings all) {
        this.settings = Objects.requireNonNull(all, "settings");
        return this;
    }

    @Override
    public JobsBuilder handler(String name, JobHandler handler) {
        return handler(name, handler, RetryPolicy.DEFAULT);
    }

    @Override
    public JobsBuilder handler(String name, JobHandler handler, RetryPolicy retries) {
        InputChecks.jobName(name);
        if (handlers.put(name, new JobHandlers.Entry(Objects.requireNonNull(handler, "handler"), retries)) != null) {
            throw new IllegalArgumentException("there are two handlers for '" + name + "': a name has one");
        }
        return this;
    }

    @Override
    public JobsBuilder define(JobDefinition definition) {
        if (definitions.put(definition.name(), definition) != null) {
            throw new IllegalArgumentException("job '" + definition.name() + "' is defined twice");
        }
        return this;
    }

    @Override
    public JobsBuilder define(String job) {
        return define(JobDefinition.of(job, Schedule.every(settings.defaultInterval())));
    }

    @Override
    public JobsBuilder queue(String name, int threads) {
        queues.put(InputChecks.queueName(name), InputChecks.atLeastOne("threads of queue " + name, threads));
        return this;
    }

    @Override
    public JobsBuilder capability(String name) {
        capabilities.add(InputChecks.capabilityName(name));
        return this;
    }

    @Override
    public JobsBuilder listener(JobListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    @Override
    public JobsBuilder tracing(Tracing how) {
        this.tracing = Objects.requireNonNull(how, "tracing");
        return this;
    }

    @Override
    public JobsBuilder clientOnly() {
        this.work = false;
        this.duties = false;
        return this;
    }

    @Override
    public JobsBuilder withoutDuties() {
        this.duties = false;
        return this;
    }

    @Override
    public JobsBuilder candidacies(Function<String, Candidacy> byRole) {
        this.candidacies = Objects.requireNonNull(byRole, "byRole");
        return this;
    }

    private void refuseBadDefinition(JobDefinition definition) {
        JobRequest request = definition.request();
        String handler = request.handler() == null ? definition.name() : request.handler();
        if (work && !handlers.containsKey(handler)) {
            throw new IllegalArgumentException("recurring job '" + definition.name() + "' has no handler '" + handler
                    + "': register it before the start");
        }
        if (request.lockTimeout() != null) {
            InputChecks.lockTimeout(
                    "lock_timeout of recurring job '" + definition.name() + "'",
                    request.lockTimeout(),
                    settings.heartbeat(),
                    settings.heartbeatTimeout());
        }
    }

    @Override
    public Jobs start() {
        definitions.values().forEach(this::refuseBadDefinition);
        Map<String, Duration> pauses = new HashMap<>();
        definitions.values().forEach(definition -> pauses.put(definition.name(), definition.pause()));
        JobDatabase database = new JobDatabase(baton);
        DatabaseRetry retry = new DatabaseRetry(baton.database()::knownDialect);
        JobListeners all = new JobListeners(listeners);
        JobWorker worker = new JobWorker(
                database,
                settings,
                new JobWorker.Plan(
                        new JobHandlers(handlers, pauses).traced(tracing),
                        Set.copyOf(capabilities),
                        Map.copyOf(queues),
                        List.copyOf(definitions.values()),
                        work),
                retry,
                all);
        LeaderDuties roles = new LeaderDuties(database, settings, all, worker, candidacies);
        start(worker, roles);
        JobEnqueuer enqueuer = new JobEnqueuer(database, settings, retry, all, worker, tracing);
        return new StartedJobs(
                database.workerId(),
                enqueuer,
                worker,
                roles,
                new DatabaseJobAdmin(
                        database,
                        new RecurringDefinitions(database, settings),
                        retry,
                        worker,
                        worker::announceCancellation));
    }

    /** Both or none: nobody could close what a refused start leaves running. */
    private void start(JobWorker worker, LeaderDuties roles) {
        worker.start();
        boolean started = false;
        try {
            if (duties) {
                roles.start();
            }
            started = true;
        } finally {
            if (!started) {
                roles.close();
                worker.close();
            }
        }
    }
}
