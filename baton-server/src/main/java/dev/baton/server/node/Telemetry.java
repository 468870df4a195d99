package dev.baton.server.node;

import dev.baton.LeadershipListener;
import dev.baton.Tracing;
import dev.baton.opentelemetry.LeadershipSpans;
import dev.baton.opentelemetry.OpenTelemetryTracing;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Traces, where the environment says where to: {@code OTEL_TRACES_EXPORTER}, {@code OTEL_EXPORTER_OTLP_ENDPOINT} or
 * {@code OTEL_EXPORTER_OTLP_TRACES_ENDPOINT}. Otherwise no class of the SDK is even loaded. All other {@code OTEL_*}
 * variables mean what OpenTelemetry says they mean; metrics are Prometheus's and logs are standard output's, so these two are off
 * unless asked for.
 */
final class Telemetry implements AutoCloseable {

    private static final List<String> WAKES =
            List.of("OTEL_TRACES_EXPORTER", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
    private static final Map<String, String> DEFAULTS = Map.of(
            "otel.service.name", "baton",
            "otel.exporter.otlp.protocol", "http/protobuf",
            "otel.metrics.exporter", "none",
            "otel.logs.exporter", "none");

    private final OpenTelemetry telemetry;
    private final Optional<Runnable> end;

    private Telemetry(OpenTelemetry telemetry, Optional<Runnable> end) {
        this.telemetry = telemetry;
        this.end = end;
    }

    /** Of a process with these variables. */
    static Telemetry of(Map<String, String> environment) {
        boolean wanted = WAKES.stream().anyMatch(environment::containsKey)
                && !"none".equals(environment.get("OTEL_TRACES_EXPORTER"));
        return wanted ? sdk() : new Telemetry(OpenTelemetry.noop(), Optional.empty());
    }

    private static Telemetry sdk() {
        OpenTelemetrySdk sdk = AutoConfiguredOpenTelemetrySdk.builder()
                .addPropertiesSupplier(() -> DEFAULTS)
                .disableShutdownHook() // ended with the node, after its last words
                .build()
                .getOpenTelemetrySdk();
        return new Telemetry(sdk, Optional.of(sdk::close));
    }

    /** Hears changes of roles. */
    LeadershipListener leadership() {
        return end.isPresent() ? new LeadershipSpans(telemetry) : new LeadershipListener() {};
    }

    /** Makes spans of the work. */
    Tracing tracing() {
        return end.isPresent() ? new OpenTelemetryTracing(telemetry) : Tracing.NONE;
    }

    /** Sends what is left. */
    @Override
    public void close() {
        end.ifPresent(Runnable::run);
    }
}
