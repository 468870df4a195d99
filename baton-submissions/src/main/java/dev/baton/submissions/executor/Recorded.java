package dev.baton.submissions.executor;

import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.Outcome;
import dev.baton.submissions.model.OutcomeStatus;
import dev.baton.submissions.model.SubmissionListener;
import dev.baton.submissions.store.Finished;
import java.time.Duration;

/** An attempt that is on record, with what stands there. */
record Recorded(Finished finished, Outcome outcome) {

    String intentId() {
        return finished.intentId();
    }

    void tell(SubmissionListener listener) {
        listener.recorded(intentId(), finished.number(), outcome, Duration.ofMillis(finished.tookMillis()));
        if (finished.status() == IntentStatus.PENDING && outcome.status() != OutcomeStatus.ABORTED) {
            listener.retryScheduled(intentId(), Duration.ofMillis(finished.retryMillis()));
        } else if (finished.status().isTerminal() && !finished.endedBefore()) {
            listener.terminal(
                    intentId(), finished.target(), finished.status(), Duration.ofMillis(finished.ageMillis()));
        }
    }
}
