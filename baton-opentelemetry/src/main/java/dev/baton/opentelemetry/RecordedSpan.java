package dev.baton.opentelemetry;

import dev.baton.Tracing;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import java.util.Optional;

/** A span of OpenTelemetry in our words. */
record RecordedSpan(Span span) implements Tracing.Span {

    @Override
    public Optional<String> traceparent() {
        SpanContext context = span.getSpanContext();
        return context.isValid()
                ? Optional.of("00-" + context.getTraceId() + "-" + context.getSpanId() + "-"
                        + context.getTraceFlags().asHex())
                : Optional.empty();
    }

    @Override
    @SuppressWarnings("MustBeClosedChecker") // our caller closes it
    public Tracing.Scope enter() {
        return span.makeCurrent()::close;
    }

    @Override
    public Tracing.Span with(String attribute, Object value) {
        Attributes.put(span, attribute, value);
        return this;
    }

    @Override
    public void end() {
        span.end();
    }

    @Override
    public void fail(String why) {
        span.setStatus(StatusCode.ERROR, why);
        span.end();
    }
}
