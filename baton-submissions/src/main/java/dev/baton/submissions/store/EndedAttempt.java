package dev.baton.submissions.store;

import dev.baton.submissions.model.Outcome;
import dev.baton.submissions.model.Verdict;

/**
 * An attempt that is over, to be recorded.
 *
 * @param begun whether its start is on record; if not, the database refused to record it
 * @param deadline the intent's deadline as the database wrote it, or null
 */
public record EndedAttempt(
        String intentId, int number, Outcome outcome, Verdict verdict, String deadline, boolean begun) {

    /** The intent's attempt count as it must still be. */
    int countBefore() {
        return begun ? number : number - 1;
    }

    int counted() {
        return outcome.status().counts() ? 1 : 0;
    }

    String reasonOrNull() {
        return outcome.reason().isEmpty() ? null : outcome.reason();
    }

    String errorOrNull() {
        return outcome.error().isEmpty() ? null : outcome.error();
    }

    String messageIdOrNull() {
        return outcome.gatewayMessageId().isEmpty() ? null : outcome.gatewayMessageId();
    }
}
