package dev.baton.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Campaign;
import dev.baton.sql.Baton;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Names are a promise to dashboards and alerts. */
class MetricTest {

    private static final List<String> PROMISED = List.of(
            "baton_leader_is_leader",
            "baton_leader_elections_total",
            "baton_leader_acquired_total",
            "baton_leadership_lost_total",
            "baton_leader_failovers_total",
            "baton_leader_tenure_seconds",
            "baton_leader_epoch",
            "baton_heartbeat_age_seconds",
            "baton_heartbeats_late_total",
            "baton_jobs_dead_letters",
            "baton_leader_held_up_seconds",
            "baton_acquire_latency_seconds",
            "baton_heartbeat_update_seconds",
            "baton_action_blocked_not_leader_total",
            "baton_fenced_writes_total",
            "baton_schedule_lag_seconds",
            "submission_intents_created_total",
            "submission_idempotent_hits_total",
            "submission_idempotency_conflicts_total",
            "submission_intents_terminal_total",
            "submission_attempts_total",
            "submission_retries_scheduled_total",
            "submission_attempt_duration_seconds",
            "submission_queue_delay_seconds",
            "submission_intent_time_to_terminal_seconds",
            "submission_queue_depth",
            "submission_inflight_attempts",
            "baton_jobs_enqueued_total",
            "baton_jobs_completed_total",
            "baton_jobs_failed_total",
            "baton_jobs_duration_seconds",
            "baton_jobs_queue_depth",
            "baton_jobs_reclaimed_total",
            "baton_cron_delay_seconds",
            "baton_cron_missed_total",
            "baton_shards_without_leader",
            "baton_shards_to_move",
            "baton_shards_uneven",
            "baton_shards_work_skew",
            "baton_shards_unled_seconds",
            "baton_shards_moved_total");

    private final PrometheusMeterRegistry registry = Scrape.registry();

    @Test
    void areThePromisedOnes() {
        assertThat(Arrays.stream(Metric.values()).map(Metric::prometheusName))
                .containsExactlyInAnyOrderElementsOf(PROMISED);
    }

    @Test
    void areWhatPrometheusShows() {
        new SubmissionMetrics(registry);
        JobMetrics jobs = new JobMetrics(registry);
        jobs.enqueued("report", 1);
        jobs.cronMissed("report", 1);
        new ShardMetrics(registry).counted(new ShardMetrics.Count(0, Duration.ZERO, 0, 0, 1));
        try (Baton baton = Baton.on(PostgresDatabase.fresh().dataSource())
                .listener(new LeadershipMetrics(registry))
                .start()) {
            Campaign campaign = baton.campaign("reporter");
            Awaitility.await()
                    .atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> Scrape.of(registry)
                            .find("baton_leader_is_leader{role=\"" + campaign.role() + "\"}")
                            .isPresent());
            Scrape scrape = Scrape.of(registry);
            for (Metric metric : Metric.values()) {
                assertThat(scrape.type(metric.prometheusName()))
                        .as(metric + " in\n" + scrape.text())
                        .hasValue(prometheusType(metric));
            }
        }
    }

    private static String prometheusType(Metric metric) {
        return switch (metric.type()) {
            case COUNTER -> "counter";
            case GAUGE, TIME -> "gauge";
            case HISTOGRAM -> "histogram";
        };
    }

    @Test
    void othersKeepTheirNames() {
        registry.counter("some.thing.else").increment();
        assertThat(Scrape.of(registry).value("some_thing_else_total")).isEqualTo(1);
    }

    @Test
    void namesThatClientsInventAreBounded() {
        JobMetrics jobs = new JobMetrics(registry);
        int names = JobMetrics.MOST_NAMES + 50;
        for (int i = 0; i < names; i++) {
            jobs.enqueued("job-" + i, 1);
        }
        Scrape scrape = Scrape.of(registry);
        assertThat(scrape.series("baton_jobs_enqueued_total{")).isEqualTo(JobMetrics.MOST_NAMES + 1);
        assertThat(scrape.value("baton_jobs_enqueued_total{job=\"other\"}")).isEqualTo(50);
        assertThat(scrape.value("baton_jobs_enqueued_total{job=\"job-0\"}")).isEqualTo(1);
    }
}
