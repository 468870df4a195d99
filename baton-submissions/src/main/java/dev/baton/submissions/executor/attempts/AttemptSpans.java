package dev.baton.submissions.executor.attempts;

import dev.baton.Tracing;
import dev.baton.submissions.model.Outcome;
import dev.baton.submissions.model.OutcomeStatus;

/** How spans end. */
final class AttemptSpans {

    private AttemptSpans() {}

    /** A refusal by the gateway is an answer, so the span succeeds; only a call that failed makes it fail. */
    static void end(Tracing.Span span, Outcome outcome) {
        span.with("baton.outcome", outcome.status().label());
        if (outcome.status() == OutcomeStatus.ERROR) {
            span.fail(outcome.error());
        } else {
            span.end();
        }
    }
}
