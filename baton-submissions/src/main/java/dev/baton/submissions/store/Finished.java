package dev.baton.submissions.store;

import dev.baton.submissions.model.IntentStatus;

/**
 * What became of an intent when an outcome was recorded.
 *
 * @param endedBefore it had been ended by somebody else; the outcome is on record and changed nothing
 * @param retryMillis when the next attempt is due, if it is still pending
 * @param webhook whether its end is now to be told
 */
public record Finished(
        String intentId,
        String target,
        String gateway,
        int number,
        IntentStatus status,
        boolean endedBefore,
        long retryMillis,
        boolean webhook,
        long ageMillis,
        long tookMillis) {

    /** The same, but somebody was faster to end it. */
    Finished endedMeanwhile() {
        return new Finished(
                intentId, target, gateway, number, IntentStatus.CANCELLED, true, 0, false, ageMillis, tookMillis);
    }
}
