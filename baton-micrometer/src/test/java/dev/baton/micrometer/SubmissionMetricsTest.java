package dev.baton.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.Baton;
import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.SubmissionSettings;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.IntentRequest;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.RetryDelay;
import dev.baton.submissions.model.Target;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class SubmissionMetricsTest {

    private final PrometheusMeterRegistry registry = Scrape.registry();

    private void await(String series, Predicate<Double> wanted) {
        Awaitility.await(series)
                .atMost(TestPatience.LONGEST_WAIT)
                .until(() -> Scrape.of(registry).find(series).filter(wanted).isPresent());
    }

    private static IntentRequest request(String id, String target, String payload) {
        return IntentRequest.of(id, target, payload.getBytes(StandardCharsets.UTF_8));
    }

    private static SubmissionSettings settings() {
        GatewaySpec good = GatewaySpec.of("good", "fake", "").option("outcome", "accepted");
        GatewaySpec broken = GatewaySpec.of("broken", "fake", "").option("error_rate", "1");
        return SubmissionSettings.of(
                List.of(good, broken),
                List.of(
                        Target.of("fine", "good", new Policy.OneShot()),
                        Target.of("twice", "broken", new Policy.MaxAttempts(2))
                                .retryDelay(RetryDelay.fixed(Duration.ofMillis(20))),
                        Target.of("slow", "broken", new Policy.MaxAttempts(2))
                                .retryDelay(RetryDelay.fixed(Duration.ofHours(1)))));
    }

    @Test
    void countWhatHappensToIntents() throws Exception {
        SubmissionMetrics metrics = new SubmissionMetrics(registry);
        try (Baton baton = Baton.on(PostgresDatabase.fresh().dataSource())
                        .component(SubmissionManager.SCHEMA)
                        .start();
                SubmissionManager manager = SubmissionManager.on(baton, settings())
                        .listener(metrics)
                        .start()) {
            metrics.observe(manager);
            manager.accept(request("a", "fine", "{}"));
            manager.accept(request("a", "fine", "{}"));
            manager.accept(request("a", "twice", "{}"));
            manager.accept(request("b", "twice", "{}"));
            manager.accept(request("c", "slow", "{}"));

            await("submission_intents_terminal_total{status=\"accepted\"}", value -> value == 1);
            await("submission_intents_terminal_total{status=\"exhausted\"}", value -> value == 1);
            await("submission_retries_scheduled_total", value -> value == 2);
            await("submission_queue_depth", value -> value == 1);
            manager.cancel("c", "an operator");

            Scrape scrape = Scrape.of(registry);
            assertThat(scrape.value("submission_intents_terminal_total{status=\"cancelled\"}"))
                    .isEqualTo(1);
            assertThat(scrape.value("submission_intent_time_to_terminal_seconds_count{status=\"accepted\"}"))
                    .isEqualTo(1);
            assertThat(scrape.value("submission_intents_created_total")).isEqualTo(3);
            assertThat(scrape.value("submission_idempotent_hits_total")).isEqualTo(1);
            assertThat(scrape.value("submission_idempotency_conflicts_total")).isEqualTo(1);
            assertThat(scrape.value("submission_attempts_total{outcome_status=\"accepted\"}"))
                    .isEqualTo(1);
            assertThat(scrape.value("submission_attempts_total{outcome_status=\"error\"}"))
                    .isEqualTo(3);
            assertThat(scrape.value("submission_attempt_duration_seconds_count"))
                    .isEqualTo(4);
            assertThat(scrape.value("submission_queue_delay_seconds_count")).isEqualTo(4);
            assertThat(scrape.value("submission_inflight_attempts")).isZero();
            await("baton_schedule_lag_seconds", value -> value >= 0);
        }
    }
}
