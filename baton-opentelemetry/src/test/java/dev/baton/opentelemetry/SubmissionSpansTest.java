package dev.baton.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.baton.sql.Baton;
import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.SubmissionSettings;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.IntentRequest;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.RetryDelay;
import dev.baton.submissions.model.Target;
import dev.baton.testkit.PostgresDatabase;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SubmissionSpansTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String CLIENT_SPAN = "b7ad6b7169203331";
    private static final String CLIENT = "00-" + TRACE + "-" + CLIENT_SPAN + "-01";

    private final Spans spans = new Spans();
    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    private HttpServer gateway;
    private volatile int failures;

    @BeforeEach
    void openTheGateway() throws IOException {
        gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gateway.createContext("/", exchange -> {
            seen.add(exchange.getRequestHeaders().getFirst("traceparent"));
            byte[] answer = "{\"status\": \"accepted\"}".getBytes(StandardCharsets.UTF_8);
            boolean fails = failures > 0;
            failures = Math.max(0, failures - 1);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(fails ? 500 : 200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        gateway.start();
    }

    @AfterEach
    void closeTheGateway() {
        gateway.stop(0);
    }

    private SubmissionSettings settings() {
        String url = "http://127.0.0.1:" + gateway.getAddress().getPort() + "/";
        return SubmissionSettings.of(
                List.of(GatewaySpec.of("far", "http", url)),
                List.of(Target.of("t", "far", new Policy.MaxAttempts(3))
                        .retryDelay(RetryDelay.fixed(Duration.ofMillis(10)))));
    }

    private void run(IntentRequest request) throws Exception {
        try (Baton baton = Baton.on(PostgresDatabase.fresh().dataSource())
                        .component(SubmissionManager.SCHEMA)
                        .start();
                SubmissionManager manager = SubmissionManager.on(baton, settings())
                        .tracing(new OpenTelemetryTracing(spans.telemetry()))
                        .start()) {
            manager.accept(request);
            spans.await("baton.attempt", 1 + failures);
        }
    }

    private static IntentRequest request(Optional<String> traceparent) {
        return new IntentRequest("i", "t", "{}".getBytes(StandardCharsets.UTF_8), traceparent);
    }

    @Test
    void anIntentIsOneTraceFromItsClientToTheGateway() throws Exception {
        run(request(Optional.of(CLIENT)));

        SpanData accept = spans.one("baton.accept");
        SpanData attempt = spans.one("baton.attempt");
        SpanData call = spans.one("baton.gateway_call");
        assertThat(List.of(accept, attempt, call))
                .allMatch(span -> span.getTraceId().equals(TRACE));
        assertThat(accept.getParentSpanId()).isEqualTo(CLIENT_SPAN);
        assertThat(attempt.getParentSpanId()).isEqualTo(accept.getSpanId());
        assertThat(call.getParentSpanId()).isEqualTo(attempt.getSpanId());
        assertThat(call.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo("00-" + TRACE + "-" + call.getSpanId() + "-01");
        assertThat(text(accept, "baton.outcome")).isEqualTo("created");
        assertThat(text(attempt, "baton.outcome")).isEqualTo("accepted");
        assertThat(attempt.getAttributes().get(AttributeKey.longKey("baton.lease_epoch")))
                .isEqualTo(1);
    }

    @Test
    void aFailedAttemptIsAFailedSpanAndTheNextOneBelongsToTheSameTrace() throws Exception {
        failures = 1;
        run(request(Optional.empty()));

        SpanData accept = spans.one("baton.accept");
        List<SpanData> attempts = spans.await("baton.attempt", 2);
        assertThat(accept.getParentSpanContext().isValid()).isFalse();
        assertThat(attempts).allMatch(span -> span.getParentSpanId().equals(accept.getSpanId()));
        assertThat(attempts.get(0).getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(attempts.get(1).getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    }

    private static String text(SpanData span, String attribute) {
        return span.getAttributes().get(AttributeKey.stringKey(attribute));
    }
}
