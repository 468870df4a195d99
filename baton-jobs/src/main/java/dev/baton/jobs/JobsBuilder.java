package dev.baton.jobs;

import dev.baton.Tracing;
import dev.baton.sql.Candidacy;
import java.util.function.Function;

/** Configures {@link Jobs}. Every setting has a default; what cannot work is refused by the setter or by the start. */
public interface JobsBuilder {

    JobsBuilder settings(JobSettings all);

    /** Who runs jobs of that name; failed ones are tried up to ten times. */
    JobsBuilder handler(String name, JobHandler handler);

    /** Who runs jobs of that name, and how often they are tried unless they say otherwise themselves. */
    JobsBuilder handler(String name, JobHandler handler, RetryPolicy retries);

    /** A recurring job; stored at the start, or brought up to date. */
    JobsBuilder define(JobDefinition definition);

    /** A recurring job that runs in the default interval. */
    JobsBuilder define(String job);

    /** Threads of its own for a queue. All other queues share the threads of the settings. */
    JobsBuilder queue(String name, int threads);

    /** What jobs may demand of a worker. */
    JobsBuilder capability(String name);

    JobsBuilder listener(JobListener listener);

    /** Who makes spans of what is enqueued and of its runs; nobody by default. */
    JobsBuilder tracing(Tracing how);

    /** Enqueues and administers only: runs no jobs, stands for no duty. */
    JobsBuilder clientOnly();

    /** Runs jobs, but leaves cron, reclaiming for others, pruning and figures to other instances. */
    JobsBuilder withoutDuties();

    /** How this instance stands for the role of each duty; by default as Baton does, taken over immediately. */
    JobsBuilder candidacies(Function<String, Candidacy> byRole);

    /** Starts. A database that is away is waited for in the background. */
    Jobs start();
}
