package dev.baton.micrometer;

import dev.baton.jobs.JobDefinition;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.JobsSchema;
import dev.baton.jobs.RetryPolicy;
import dev.baton.jobs.Schedule;
import dev.baton.sql.Baton;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class JobMetricsTest {

    private final PrometheusMeterRegistry registry = Scrape.registry();

    private void await(String series, Predicate<Double> wanted) {
        Awaitility.await(series)
                .atMost(TestPatience.LONGEST_WAIT)
                .until(() -> Scrape.of(registry).find(series).filter(wanted).isPresent());
    }

    @Test
    void countRunsDurationsAndTicks() throws Exception {
        try (Baton baton = Baton.on(PostgresDatabase.fresh().dataSource())
                        .component(JobsSchema.COMPONENT)
                        .start();
                Jobs jobs = Jobs.on(baton)
                        .handler("good", context -> {})
                        .handler(
                                "bad",
                                context -> {
                                    throw new IllegalStateException("as asked");
                                },
                                RetryPolicy.never())
                        .handler("tick", context -> {})
                        .define(JobDefinition.of("tick", Schedule.cron("* * * * * *", "UTC")))
                        .listener(new JobMetrics(registry))
                        .start()) {
            jobs.enqueue(List.of(JobRequest.of("good"), JobRequest.of("good"), JobRequest.of("bad")));
            jobs.enqueue(JobRequest.of("good").runAt(Instant.parse("2100-01-01T00:00:00Z")));

            await("baton_jobs_enqueued_total{job=\"good\"}", value -> value == 3);
            await("baton_jobs_completed_total{job=\"good\"}", value -> value == 2);
            await("baton_jobs_duration_seconds_count{job=\"good\"}", value -> value == 2);
            await("baton_jobs_duration_seconds_bucket{job=\"good\",le=\"+Inf\"}", value -> value == 2);
            await("baton_jobs_failed_total{job=\"bad\"}", value -> value == 1);
            await("baton_cron_delay_seconds_count{job=\"tick\"}", value -> value >= 1);
            await("baton_jobs_reclaimed_total", value -> value == 0);
            await("baton_jobs_queue_depth", value -> value >= 1);
            await("baton_jobs_dead_letters", value -> value == 1);
        }
    }
}
