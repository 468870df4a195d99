package dev.baton.submissions.executor.attempts;

import dev.baton.submissions.executor.term.TermContext;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.Outcome;
import dev.baton.submissions.model.OutcomeStatus;
import dev.baton.submissions.model.SubmissionListener;
import dev.baton.submissions.store.IntentAfterAttempt;
import java.time.Duration;
import java.util.Collection;

/** An attempt that is on record, with what stands there. */
record RecordedAttempt(IntentAfterAttempt finished, Outcome outcome) {

    String intentId() {
        return finished.intentId();
    }

    /** Tells of what was recorded: listeners, and clients that wait. */
    static void announceAll(TermContext context, Collection<RecordedAttempt> recorded) {
        recorded.forEach(one -> one.tellListener(context.parts().listener()));
        context.parts()
                .settled()
                .accept(recorded.stream().map(RecordedAttempt::intentId).toList());
    }

    private void tellListener(SubmissionListener listener) {
        listener.recorded(intentId(), finished.number(), outcome, Duration.ofMillis(finished.tookMillis()));
        if (finished.status() == IntentStatus.PENDING && outcome.status() != OutcomeStatus.ABORTED) {
            listener.retryScheduled(intentId(), Duration.ofMillis(finished.retryMillis()));
        } else if (finished.status().isTerminal() && !finished.endedBefore()) {
            listener.terminal(
                    intentId(), finished.target(), finished.status(), Duration.ofMillis(finished.ageMillis()));
        }
    }
}
