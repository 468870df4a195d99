package dev.baton.server.node;

import dev.baton.micrometer.ExactNames;
import dev.baton.micrometer.JobMetrics;
import dev.baton.micrometer.LeadershipMetrics;
import dev.baton.micrometer.SubmissionMetrics;
import dev.baton.server.http.Answer;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** What this process counts, as Prometheus reads it. */
public final class Metrics {

    private static final Pattern END = Pattern.compile("_(total|count|sum|max|bucket)$");
    private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, new CollectorsByName(), Clock.SYSTEM);
    private final LeadershipMetrics leadership;
    private final SubmissionMetrics submissions;
    private final JobMetrics jobs;

    Metrics() {
        ExactNames.on(registry);
        this.leadership = new LeadershipMetrics(registry);
        this.submissions = new SubmissionMetrics(registry);
        this.jobs = new JobMetrics(registry);
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

    /** Where others may count as well. */
    public MeterRegistry registry() {
        return registry;
    }

    public Answer answer() {
        return Answer.bytes(TYPE, registry.scrape().getBytes(StandardCharsets.UTF_8));
    }

    /** What a Prometheus reads, of these samples alone. They are asked for by the names of their metrics, which lack the end. */
    String page(Set<String> samples) {
        Set<String> names = new HashSet<>(samples);
        for (String sample : samples) {
            names.add(END.matcher(sample).replaceFirst(""));
        }
        return registry.scrape(TYPE, names);
    }
}
