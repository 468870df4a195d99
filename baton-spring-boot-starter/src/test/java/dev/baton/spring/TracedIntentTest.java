package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.submissions.gateway.Gateway;
import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.gateway.GatewayCall;
import dev.baton.testkit.TestPatience;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** A real tracer, as Spring Boot sets it up: one trace from whoever calls the application to the gateway that it calls. */
class TracedIntentTest {

    private static final InMemorySpanExporter EXPORTER = InMemorySpanExporter.create();
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String CALLER = "b7ad6b7169203331";

    private final Contexts contexts = new Contexts();

    @AfterEach
    void close() {
        contexts.close();
    }

    /** An application that takes orders over HTTP and mails receipts. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class App {

        final BlockingQueue<GatewayCall> calls = new LinkedBlockingQueue<>();

        @Bean
        SpanProcessor processor() {
            return SimpleSpanProcessor.create(EXPORTER);
        }

        @Bean
        Gateway mail() {
            return call -> {
                calls.add(call);
                return CompletableFuture.completedFuture(new GatewayAnswer.Accepted("m"));
            };
        }

        @Bean
        Orders orders(Submissions submissions) {
            return new Orders(submissions);
        }
    }

    /** What is called. */
    @RestController
    static class Orders {
        private final Submissions submissions;

        Orders(Submissions submissions) {
            this.submissions = submissions;
        }

        @PostMapping("/orders")
        public String place() {
            return submissions.accept("receipt-7", "receipt", "{}").toString();
        }
    }

    private static List<SpanData> named(String name) {
        return EXPORTER.getFinishedSpanItems().stream()
                .filter(span ->
                        span.getTraceId().equals(TRACE) && span.getName().equals(name))
                .toList();
    }

    private static SpanData only(String name) {
        await(name).atMost(TestPatience.LONGEST_WAIT).until(() -> named(name).size() == 1);
        return named(name).get(0);
    }

    @Test
    void theCallersTraceReachesTheGateway() throws Exception {
        ConfigurableApplicationContext context = contexts.start(
                WebApplicationType.SERVLET,
                App.class,
                List.of(
                        "server.port=0",
                        "spring.datasource.url=" + contexts.database().url(),
                        "baton.submissions.targets.receipt.gateway=mail",
                        "baton.submissions.targets.receipt.policy=one_shot"));
        String port = context.getEnvironment().getProperty("local.server.port");
        HttpRequest order = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/orders"))
                .header("traceparent", "00-" + TRACE + "-" + CALLER + "-01")
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(order, HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);

        SpanData request = only("http post /orders");
        SpanData accept = only("baton.accept");
        SpanData attempt = only("baton.attempt");
        SpanData call = only("baton.gateway_call");
        assertThat(request.getParentSpanId()).isEqualTo(CALLER);
        assertThat(accept.getParentSpanId()).isEqualTo(request.getSpanId());
        assertThat(attempt.getParentSpanId()).isEqualTo(accept.getSpanId());
        assertThat(call.getParentSpanId()).isEqualTo(attempt.getSpanId());
        assertThat(context.getBean(App.class).calls.poll(60, TimeUnit.SECONDS).headers())
                .containsEntry("traceparent", "00-" + TRACE + "-" + call.getSpanId() + "-01");
    }
}
