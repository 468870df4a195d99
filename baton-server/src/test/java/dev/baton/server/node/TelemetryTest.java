package dev.baton.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Tracing;
import dev.baton.opentelemetry.OpenTelemetryTracing;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TelemetryTest {

    @Test
    void isOffUnlessTheEnvironmentSaysWhereTo() {
        try (Telemetry silent = Telemetry.of(Map.of("PATH", "/bin"));
                Telemetry none = Telemetry.of(
                        Map.of("OTEL_TRACES_EXPORTER", "none", "OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1"));
                Telemetry sends = Telemetry.of(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1"))) {
            assertThat(silent.tracing()).isSameAs(Tracing.NONE);
            assertThat(none.tracing()).isSameAs(Tracing.NONE);
            assertThat(sends.tracing()).isInstanceOf(OpenTelemetryTracing.class);
        }
    }
}
