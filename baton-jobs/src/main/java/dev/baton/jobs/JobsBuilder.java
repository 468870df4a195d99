package dev.baton.jobs;

import dev.baton.Tracing;
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

/** Configures {@link Jobs}. Every setting has a default; what cannot work is refused by the setter or by the start. */
public final class JobsBuilder {

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

    JobsBuilder(Baton baton) {
        this.baton = Objects.requireNonNull(baton, "baton");
        this.candidacies = role -> Duties.immediate(baton, role);
    }

    public JobsBuilder settings(JobSettings all) {
        this.settings = Objects.requireNonNull(all, "settings");
        return this;
    }

    /** Who runs jobs of that name; failed ones are tried up to ten times. */
    public JobsBuilder handler(String name, JobHandler handler) {
        return handler(name, handler, RetryPolicy.DEFAULT);
    }

    /** Who runs jobs of that name, and how often they are tried unless they say otherwise themselves. */
    public JobsBuilder handler(String name, JobHandler handler, RetryPolicy retries) {
        Checks.job(name);
        if (handlers.put(name, new Handlers.Entry(Objects.requireNonNull(handler, "handler"), retries)) != null) {
            throw new IllegalArgumentException("there are two handlers for '" + name + "': a name has one");
        }
        return this;
    }

    /** A recurring job; stored at the start, or brought up to date. */
    public JobsBuilder define(JobDefinition definition) {
        if (definitions.put(definition.name(), definition) != null) {
            throw new IllegalArgumentException("job '" + definition.name() + "' is defined twice");
        }
        return this;
    }

    /** A recurring job that runs in the default interval. */
    public JobsBuilder define(String job) {
        return define(JobDefinition.of(job, Schedule.every(settings.defaultInterval())));
    }

    /** Threads of its own for a queue. All other queues share the threads of the settings. */
    public JobsBuilder queue(String name, int threads) {
        queues.put(Checks.queue(name), Checks.atLeastOne("threads of queue " + name, threads));
        return this;
    }

    /** What jobs may demand of a worker. */
    public JobsBuilder capability(String name) {
        capabilities.add(Checks.capability(name));
        return this;
    }

    public JobsBuilder listener(JobListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /** Who makes spans of what is enqueued and of its runs; nobody by default. */
    public JobsBuilder tracing(Tracing how) {
        this.tracing = Objects.requireNonNull(how, "tracing");
        return this;
    }

    /** Enqueues and administers only: runs no jobs, stands for no duty. */
    public JobsBuilder clientOnly() {
        this.work = false;
        this.duties = false;
        return this;
    }

    /** Runs jobs, but leaves cron, reclaiming for others, pruning and figures to other instances. */
    public JobsBuilder withoutDuties() {
        this.duties = false;
        return this;
    }

    /** How this instance stands for the role of each duty; by default as Baton does, taken over immediately. */
    public JobsBuilder candidacies(Function<String, Candidacy> byRole) {
        this.candidacies = Objects.requireNonNull(byRole, "byRole");
        return this;
    }

    /** Starts. A database that is away is waited for in the background. */
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
                        work,
                        duties,
                        candidacies),
                guard,
                all);
        crew.start();
        return new Jobs(base, settings, guard, all, crew, tracing);
    }
}
