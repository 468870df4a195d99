package dev.baton.submissions;

import dev.baton.Tracing;
import dev.baton.submissions.model.Acceptance;
import dev.baton.submissions.model.IntentRequest;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Accepts within a span, which the stored intent remembers: its attempts belong there. */
final class TracedAcceptance {

    private final Tracing tracing;

    TracedAcceptance(Tracing tracing) {
        this.tracing = tracing;
    }

    /** What is done within the span. */
    @FunctionalInterface
    interface Work<I, O> {
        O accept(I input) throws SQLException;
    }

    Acceptance one(IntentRequest request, Work<IntentRequest, Acceptance> work) throws SQLException {
        Tracing.Span span = begin(
                request.traceparent(),
                Map.of(
                        "baton.intent_id", String.valueOf(request.intentId()),
                        "baton.target", String.valueOf(request.submissionTarget())));
        return within(span, () -> {
            Acceptance answer = work.accept(request.tracedBy(span.traceparent()));
            span.with("baton.outcome", answer.getClass().getSimpleName().toLowerCase(Locale.ROOT));
            return answer;
        });
    }

    /** One span for all: they are one transaction. It belongs where the first of them does. */
    List<Acceptance> many(List<IntentRequest> requests, Work<List<IntentRequest>, List<Acceptance>> work)
            throws SQLException {
        Optional<String> parent = requests.stream().findFirst().flatMap(IntentRequest::traceparent);
        Tracing.Span span = begin(parent, Map.of("baton.batch_size", requests.size()));
        return within(
                span,
                () -> work.accept(requests.stream()
                        .map(request -> request.tracedBy(span.traceparent()))
                        .toList()));
    }

    private Tracing.Span begin(Optional<String> parent, Map<String, Object> attributes) {
        return tracing.begin(Tracing.Operation.ACCEPT, parent, attributes);
    }

    /** What takes no argument. */
    @FunctionalInterface
    private interface Step<O> {
        O run() throws SQLException;
    }

    private static <O> O within(Tracing.Span span, Step<O> step) throws SQLException {
        try (Tracing.Scope scope = span.enter()) {
            O answer = step.run();
            span.end();
            return answer;
        } catch (SQLException | RuntimeException e) {
            span.fail(String.valueOf(e.getMessage()));
            throw e;
        }
    }
}
