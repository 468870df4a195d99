package dev.baton.opentelemetry;

import dev.baton.testkit.TestPatience;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import org.awaitility.Awaitility;

/** What was traced in this process. */
final class Spans {

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                    .build())
            .build();

    OpenTelemetry telemetry() {
        return sdk;
    }

    /** Those of that name that have ended, once there are so many. */
    List<SpanData> await(String name, int count) {
        return Awaitility.await(name)
                .atMost(TestPatience.LONGEST_WAIT)
                .until(() -> named(name), spans -> spans.size() >= count);
    }

    SpanData one(String name) {
        return await(name, 1).get(0);
    }

    List<SpanData> named(String name) {
        return exporter.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .toList();
    }
}
