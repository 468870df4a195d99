package dev.baton.opentelemetry;

import dev.baton.LeadershipEvent;
import dev.baton.LeadershipEvent.Cause;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.LeadershipListener;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A span for every change of a role: {@code baton.leader_acquired}, {@code baton.leader_lost} and the like. A term is no
 * span of its own, because the most interesting ones end with their process and would never be sent; the span of its end is
 * linked to that of its beginning. Heartbeats are no change.
 */
public final class LeadershipSpans implements LeadershipListener {

    private static final Set<Kind> BEGINNING = Set.of(Kind.LEADER_ACQUIRED);
    private static final Set<Kind> FAILURES = Set.of(Kind.LEADER_LOST, Kind.FENCED_WRITE_REJECTED);
    private static final Set<Kind> OTHERS =
            Set.of(Kind.LEADER_RELEASED, Kind.LEADER_DRAINED, Kind.LEADER_TRANSFERRED, Kind.HOLDER_EVICTED);

    private final Tracer tracer;
    private final Map<String, SpanContext> terms = new ConcurrentHashMap<>();

    public LeadershipSpans(OpenTelemetry telemetry) {
        this.tracer = telemetry.getTracer(OpenTelemetryTracing.SCOPE);
    }

    @Override
    public void on(LeadershipEvent event) {
        Kind kind = event.kind();
        if (BEGINNING.contains(kind)) {
            terms.put(event.role(), tell(event));
        } else if (FAILURES.contains(kind) || OTHERS.contains(kind)) {
            tell(event);
        }
    }

    private SpanContext tell(LeadershipEvent event) {
        SpanBuilder builder = tracer.spanBuilder("baton." + event.kind().label())
                .setNoParent()
                .setAttribute("baton.role", event.role())
                .setAttribute("baton.holder_id", event.holderId())
                .setAttribute("baton.lease_epoch", event.epoch())
                .setAttribute("baton.request_ms", event.elapsed().toMillis());
        if (event.cause() != Cause.NONE) {
            builder.setAttribute("baton.cause", event.cause().label());
        }
        if (!event.reason().isEmpty()) {
            builder.setAttribute("baton.reason", event.reason());
        }
        SpanContext began = terms.get(event.role());
        if (began != null) {
            builder.addLink(began);
        }
        Span span = builder.startSpan();
        if (FAILURES.contains(event.kind())) {
            span.setStatus(StatusCode.ERROR, event.reason());
        }
        span.end();
        return span.getSpanContext();
    }
}
