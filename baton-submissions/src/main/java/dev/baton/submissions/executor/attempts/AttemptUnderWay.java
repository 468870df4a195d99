package dev.baton.submissions.executor.attempts;

import dev.baton.Tracing;
import dev.baton.submissions.executor.limits.GatewayGuard;
import dev.baton.submissions.executor.term.TermContext;
import dev.baton.submissions.model.Contract;
import dev.baton.submissions.model.Outcome;
import dev.baton.submissions.model.Verdict;
import dev.baton.submissions.store.EndedAttempt;
import dev.baton.submissions.store.Started;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** An attempt between its recorded start and its recorded outcome; it holds a call slot. */
public record AttemptUnderWay(
        Started started, Contract contract, GatewayGuard guard, long startedAt, Tracing.Span span) {

    /** A start that is on record. */
    public static AttemptUnderWay begin(TermContext context, Started started, GatewayGuard guard) {
        Contract contract = context.contract(started.contract());
        Tracing.Span span = context.parts()
                .tracing()
                .begin(
                        Tracing.Operation.ATTEMPT,
                        Optional.ofNullable(started.traceparent()),
                        Map.of(
                                "baton.intent_id", started.intentId(),
                                "baton.attempt", started.number(),
                                "baton.gateway", contract.gateway().name(),
                                "baton.holder_id", context.token().holderId(),
                                "baton.lease_epoch", context.token().epoch()));
        return new AttemptUnderWay(started, contract, guard, context.now(), span);
    }

    public String intentId() {
        return started.intentId();
    }

    public EndedAttempt finish(Outcome outcome) {
        int counted = started.countedBefore() + (outcome.status().counts() ? 1 : 0);
        Verdict verdict = Verdict.of(
                contract, outcome, counted, ThreadLocalRandom.current().nextDouble());
        return new EndedAttempt(intentId(), started.number(), outcome, verdict, started.deadline(), true);
    }
}
