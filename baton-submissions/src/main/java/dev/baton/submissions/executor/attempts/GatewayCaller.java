package dev.baton.submissions.executor.attempts;

import dev.baton.NotLeaderException;
import dev.baton.Tracing;
import dev.baton.submissions.executor.term.TermContext;
import dev.baton.submissions.gateway.Gateway;
import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.gateway.GatewayCall;
import dev.baton.submissions.model.Outcome;
import dev.baton.submissions.store.Started;
import dev.baton.support.OutboundCalls;
import dev.baton.support.TellableError;
import dev.baton.support.Traceparent;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;

/** Makes the calls: the last look at the gate, then the gateway, then whatever came of it goes to the recorder. */
public final class GatewayCaller {

    private static final Duration GRACE = Duration.ofMillis(500);

    private final TermContext context;
    private final OutcomeRecorder recorder;

    public GatewayCaller(TermContext context, OutcomeRecorder recorder) {
        this.context = context;
        this.recorder = recorder;
    }

    public void call(AttemptUnderWay attempt) {
        context.parts().listener().calling(attempt.intentId(), attempt.started().number());
        Tracing.Span span = span(attempt);
        CompletableFuture<GatewayAnswer> answer;
        try {
            answer = send(attempt, span);
        } catch (NotLeaderException e) {
            answered(attempt, span, givenUp(e));
            return;
        } catch (Throwable e) { // whatever a user's gateway throws is an outcome of this attempt alone
            answered(attempt, span, Outcome.error("the gateway cannot be called: " + TellableError.of(e)));
            return;
        }
        @SuppressWarnings("unused") // what came of it goes to the recorder, whatever it is
        // handle, not whenComplete: that would wrap the error and call its toString(), which user code may make throw
        var unused = answer.handle((said, error) -> {
            answered(attempt, span, outcome(attempt, said, error));
            return null;
        });
    }

    private Tracing.Span span(AttemptUnderWay attempt) {
        return context.parts()
                .tracing()
                .begin(
                        Tracing.Operation.GATEWAY_CALL,
                        attempt.span().traceparent(),
                        Map.of("baton.gateway", attempt.contract().gateway().name()));
    }

    /** Without a trace of our own, the call gets a place in the client's. */
    private static String traceparent(AttemptUnderWay attempt, Tracing.Span span) {
        return span.traceparent()
                .orElseGet(() -> Traceparent.next(attempt.started().traceparent()));
    }

    /** Everything is ready before the last look, so that nothing of ours lies between it and the gateway. */
    private CompletableFuture<GatewayAnswer> send(AttemptUnderWay attempt, Tracing.Span span) {
        Gateway gateway = context.parts().gateways().of(attempt.contract().gateway());
        Started started = attempt.started();
        GatewayCall call = new GatewayCall(
                started.intentId(),
                started.payload(),
                started.number(),
                started.keyAttempt(),
                context.token().epoch(),
                traceparent(attempt, span),
                context::ensureLeading);
        call.ensureLeading();
        CompletableFuture<GatewayAnswer> answer = gateway.send(call);
        Duration patience = attempt.contract().gateway().requestTimeout().plus(GRACE);
        return answer.isDone() ? answer : OutboundCalls.shared().endWithin(patience, answer);
    }

    private void answered(AttemptUnderWay attempt, Tracing.Span span, Outcome outcome) {
        AttemptSpans.end(span, outcome);
        attempt.guard().answered(outcome, Duration.ofNanos(context.now() - attempt.startedAt()));
        context.parts()
                .listener()
                .answered(attempt.intentId(), attempt.started().number(), outcome);
        recorder.addOutcome(attempt, outcome);
    }

    private static Outcome outcome(AttemptUnderWay attempt, GatewayAnswer said, Throwable error) {
        if (error == null) {
            return said == null ? Outcome.error("the gateway answered nothing") : said.outcome();
        }
        Throwable told = TellableError.of(error); // a gateway may be anybody's
        Throwable cause = told instanceof CompletionException && told.getCause() != null ? told.getCause() : told;
        if (cause instanceof NotLeaderException refusal) {
            return givenUp(refusal);
        }
        if (cause instanceof TimeoutException || cause instanceof HttpTimeoutException) {
            return Outcome.error("the gateway did not answer within "
                    + attempt.contract().gateway().requestTimeout().toMillis() + " ms");
        }
        String message = cause.getMessage() == null ? "" : ": " + cause.getMessage();
        return Outcome.error("the call failed: " + cause.getClass().getSimpleName() + message);
    }

    private static Outcome givenUp(NotLeaderException refusal) {
        return Outcome.aborted("given up before the call: " + refusal.getMessage());
    }
}
