package dev.baton.server.node;

import dev.baton.alerts.MetricSource;
import dev.baton.micrometer.ExactNames;
import dev.baton.micrometer.JobMetrics;
import dev.baton.micrometer.LeadershipMetrics;
import dev.baton.micrometer.ShardMetrics;
import dev.baton.micrometer.SubmissionMetrics;
import dev.baton.server.http.Answer;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;

/** What this process counts, as Prometheus reads it. */
public final class Metrics {

    private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, new CollectorsByName(), Clock.SYSTEM);
    private final LeadershipMetrics leadership;
    private final SubmissionMetrics submissions;
    private final JobMetrics jobs;
    private final ShardMetrics shards;

    Metrics() {
        ExactNames.on(registry);
        this.leadership = new LeadershipMetrics(registry);
        this.submissions = new SubmissionMetrics(registry);
        this.jobs = new JobMetrics(registry);
        this.shards = new ShardMetrics(registry);
    }

    LeadershipMetrics leadership() {
        return leadership;
    }

    SubmissionMetrics submissions() {
        return submissions;
    }

    JobMetrics jobs() {
        return jobs;
    }

    ShardMetrics shards() {
        return shards;
    }

    /** Where others may count as well. */
    public MeterRegistry registry() {
        return registry;
    }

    public Answer answer() {
        return Answer.bytes(TYPE, registry.scrape().getBytes(StandardCharsets.UTF_8));
    }

    /** The present values, for alerts. */
    MetricSource samples() {
        return new RegistrySamples(registry.getPrometheusRegistry());
    }
}
