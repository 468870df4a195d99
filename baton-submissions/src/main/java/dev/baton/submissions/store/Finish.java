package dev.baton.submissions.store;

import dev.baton.submissions.model.Outcome;
import dev.baton.submissions.model.Verdict;

/**
 * An attempt that is over, to be recorded.
 *
 * @param deadline the intent's deadline as the database wrote it, or null
 */
public record Finish(String intentId, int number, Outcome outcome, Verdict verdict, String deadline) {

    int counted() {
        return outcome.status().counts() ? 1 : 0;
    }

    String reasonOrNull() {
        return outcome.reason().isEmpty() ? null : outcome.reason();
    }

    String errorOrNull() {
        return outcome.error().isEmpty() ? null : outcome.error();
    }
}
