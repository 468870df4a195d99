package dev.baton.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jobs.JobRequest;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.JobsSchema;
import dev.baton.jobs.RetryPolicy;
import dev.baton.sql.Baton;
import dev.baton.testkit.PostgresDatabase;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobSpansTest {

    @Test
    void aRunIsASpanThatIsCurrentForItsHandler() throws Exception {
        Spans spans = new Spans();
        try (Baton baton = Baton.on(PostgresDatabase.fresh().dataSource())
                        .component(JobsSchema.COMPONENT)
                        .start();
                Jobs jobs = Jobs.on(baton)
                        .handler("good", context -> Span.current().setAttribute("said.by", "the handler"))
                        .handler(
                                "bad",
                                context -> {
                                    throw new IllegalStateException("as asked");
                                },
                                RetryPolicy.never())
                        .tracing(new OpenTelemetryTracing(spans.telemetry()))
                        .start()) {
            jobs.enqueue(List.of(JobRequest.of("good"), JobRequest.of("bad")));

            List<SpanData> runs = spans.await("baton.job", 2);
            SpanData good = of(runs, "good");
            SpanData bad = of(runs, "bad");
            assertThat(text(good, "said.by")).isEqualTo("the handler");
            assertThat(good.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
            assertThat(bad.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
            assertThat(bad.getStatus().getDescription()).isEqualTo("as asked");
        }
    }

    @Test
    void allRunsOfAJobBelongToTheTraceInWhichItWasEnqueued() throws Exception {
        Spans spans = new Spans();
        try (Baton baton = Baton.on(PostgresDatabase.fresh().dataSource())
                        .component(JobsSchema.COMPONENT)
                        .start();
                Jobs jobs = Jobs.on(baton)
                        .handler("second-try", context -> {
                            if (context.attempt() == 1) {
                                throw new IllegalStateException("as asked");
                            }
                        })
                        .tracing(new OpenTelemetryTracing(spans.telemetry()))
                        .start()) {
            Span caller =
                    spans.telemetry().getTracer("test").spanBuilder("caller").startSpan();
            try (Scope scope = caller.makeCurrent()) {
                jobs.enqueue(JobRequest.of("second-try").retries(RetryPolicy.fixed(2, Duration.ofMillis(1))));
            }
            caller.end();

            List<SpanData> runs = spans.await("baton.job", 2);
            SpanData enqueued = spans.await("baton.enqueue", 1).get(0);
            assertThat(enqueued.getParentSpanId())
                    .isEqualTo(caller.getSpanContext().getSpanId());
            assertThat(runs).allSatisfy(run -> {
                assertThat(run.getParentSpanId()).isEqualTo(enqueued.getSpanId());
                assertThat(run.getTraceId()).isEqualTo(caller.getSpanContext().getTraceId());
            });
        }
    }

    private static SpanData of(List<SpanData> runs, String job) {
        return runs.stream()
                .filter(span -> job.equals(text(span, "baton.job")))
                .findFirst()
                .orElseThrow();
    }

    private static String text(SpanData span, String attribute) {
        return span.getAttributes().get(AttributeKey.stringKey(attribute));
    }
}
