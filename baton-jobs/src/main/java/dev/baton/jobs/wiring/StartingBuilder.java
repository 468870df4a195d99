package dev.baton.jobs.wiring;

import dev.baton.Tracing;
import dev.baton.jobs.JobDefinition;
import dev.baton.jobs.JobHandler;
import dev.baton.jobs.JobListener;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.JobsBuilder;
import dev.baton.jobs.RetryPolicy;
import dev.baton.jobs.Schedule;
import dev.baton.jobs.admin.DatabaseJobAdmin;
import dev.baton.jobs.check.Checks;
import dev.baton.jobs.enqueue.JobEnqueuer;
import dev.baton.jobs.event.Listeners;
import dev.baton.jobs.schedule.Duties;
import dev.baton.jobs.store.Base;
import dev.baton.jobs.store.Guard;
import dev.baton.jobs.worker.Crew;
import dev.baton.jobs.worker.Handlers;
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
    private final Map<String, Handlers.Entry> handlers = new HashMap<>();
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
        this.candidacies = role -> Duties.immediate(baton, role);
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
        Checks.job(name);
        if (handlers.put(name, new Handlers.Entry(Objects.requireNonNull(handler, "handler"), retries)) != null) {
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
        queues.put(Checks.queue(name), Checks.atLeastOne("threads of queue " + name, threads));
        return this;
    }

    @Override
    public JobsBuilder capability(String name) {
        capabilities.add(Checks.capability(name));
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

    @Override
    public Jobs start() {
        for (JobDefinition definition : definitions.values()) {
            String handler = definition.request().handler();
            if (work && !handlers.containsKey(handler == null ? definition.name() : handler)) {
                throw new IllegalArgumentException("recurring job '" + definition.name() + "' has no handler '"
                        + (handler == null ? definition.name() : handler) + "': register it before the start");
            }
        }
        Map<String, Duration> pauses = new HashMap<>();
        definitions.values().forEach(definition -> pauses.put(definition.name(), definition.pause()));
        Base base = new Base(baton);
        Guard guard = new Guard();
        Listeners all = new Listeners(listeners);
        Crew crew = new Crew(
                base,
                settings,
                new Crew.Plan(
                        new Handlers(handlers, pauses).traced(tracing),
                        Set.copyOf(capabilities),
                        Map.copyOf(queues),
                        List.copyOf(definitions.values()),
                        work),
                guard,
                all);
        Duties roles = new Duties(base, settings, all, crew, candidacies);
        crew.start();
        if (duties) {
            roles.start();
        }
        JobEnqueuer enqueuer = new JobEnqueuer(base, settings, guard, all, crew, tracing);
        return new StartedJobs(
                base.worker(),
                enqueuer,
                crew,
                roles,
                new DatabaseJobAdmin(base, guard, crew, crew::announceCancellation));
    }
}
