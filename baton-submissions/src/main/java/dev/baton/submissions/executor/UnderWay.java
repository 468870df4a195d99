package dev.baton.submissions.executor;

import dev.baton.Tracing;
import dev.baton.submissions.model.Contract;
import dev.baton.submissions.model.Outcome;
import dev.baton.submissions.model.Verdict;
import dev.baton.submissions.store.Finish;
import dev.baton.submissions.store.Started;
import java.util.concurrent.ThreadLocalRandom;

/** An attempt between its recorded start and its recorded outcome; it holds a call slot. */
record UnderWay(Started started, Contract contract, GatewayGuard guard, long startedAt, Tracing.Span span) {

    String intentId() {
        return started.intentId();
    }

    Finish finish(Outcome outcome) {
        int counted = started.countedBefore() + (outcome.status().counts() ? 1 : 0);
        Verdict verdict = Verdict.of(
                contract, outcome, counted, ThreadLocalRandom.current().nextDouble());
        return new Finish(intentId(), started.number(), outcome, verdict, started.deadline(), true);
    }
}
