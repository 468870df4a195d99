package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.TestPatience;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

class TracingTest {

    private static final InMemorySpanExporter EXPORTER = InMemorySpanExporter.create();

    /** An application that traces. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class App {
        @Bean
        OpenTelemetry telemetry() {
            return OpenTelemetrySdk.builder()
                    .setTracerProvider(SdkTracerProvider.builder()
                            .addSpanProcessor(SimpleSpanProcessor.create(EXPORTER))
                            .build())
                    .build();
        }
    }

    @Test
    void changesOfRolesAreSpansOfTheApplication() throws Exception {
        try (Contexts contexts = new Contexts()) {
            ConfigurableApplicationContext context =
                    contexts.node("one", App.class, "baton.election.roles.reporter.takeover=immediate");
            context.getBean(Leaders.class).campaign("reporter").awaitLeadership(TestPatience.LONGEST_WAIT);

            await().atMost(TestPatience.LONGEST_WAIT)
                    .untilAsserted(() -> assertThat(EXPORTER.getFinishedSpanItems())
                            .extracting(SpanData::getName)
                            .contains("baton.leader_acquired"));
        }
    }
}
