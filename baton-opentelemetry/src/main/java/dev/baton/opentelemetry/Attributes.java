package dev.baton.opentelemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;

/** Values of any kind as the kinds that spans know. */
final class Attributes {

    private Attributes() {}

    static void put(SpanBuilder builder, String name, Object value) {
        if (value instanceof Number number) {
            builder.setAttribute(name, number.longValue());
        } else if (value instanceof Boolean truth) {
            builder.setAttribute(name, truth);
        } else {
            builder.setAttribute(name, String.valueOf(value));
        }
    }

    static void put(Span span, String name, Object value) {
        if (value instanceof Number number) {
            span.setAttribute(name, number.longValue());
        } else if (value instanceof Boolean truth) {
            span.setAttribute(name, truth);
        } else {
            span.setAttribute(name, String.valueOf(value));
        }
    }
}
