package dev.baton.opentelemetry;

import dev.baton.Tracing;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Spans of intents, attempts, gateway calls and jobs; to be given to the builders of both. */
public final class OpenTelemetryTracing implements Tracing {

    static final String SCOPE = "dev.baton";

    private final Tracer tracer;

    public OpenTelemetryTracing(OpenTelemetry telemetry) {
        this.tracer = telemetry.getTracer(SCOPE);
    }

    @Override
    public Span begin(Operation operation, Optional<String> parent, Map<String, Object> attributes) {
        SpanBuilder builder = tracer.spanBuilder(operation.label()).setSpanKind(kind(operation));
        parent.ifPresent(traceparent -> builder.setParent(within(traceparent)));
        attributes.forEach((name, value) -> Attributes.put(builder, name, value));
        return new RecordedSpan(builder.startSpan());
    }

    private static SpanKind kind(Operation operation) {
        return switch (operation) {
            case ACCEPT, ENQUEUE -> SpanKind.PRODUCER;
            case ATTEMPT, JOB -> SpanKind.CONSUMER;
            case GATEWAY_CALL -> SpanKind.CLIENT;
        };
    }

    /** One that is not well-formed belongs nowhere. */
    private static Context within(String traceparent) {
        return W3CTraceContextPropagator.getInstance().extract(Context.root(), traceparent, Traceparent.GETTER);
    }

    /** The header as the only one of its carrier. */
    private enum Traceparent implements TextMapGetter<String> {
        GETTER;

        static final String NAME = "traceparent";

        @Override
        public Iterable<String> keys(String carrier) {
            return List.of(NAME);
        }

        @Override
        public String get(String carrier, String key) {
            return NAME.equals(key) ? carrier : null;
        }
    }
}
