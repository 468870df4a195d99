package dev.baton.submissions.store;

import dev.baton.submissions.model.IntentStatus;

/**
 * What became of an intent when an outcome was recorded.
 *
 * @param endedBefore it had been ended by somebody else; the outcome is on record and changed nothing
 * @param retryMillis how long until the next attempt is due, if it is still pending
 * @param dueMicros when that is by the database's clock, in microseconds since 1970
 * @param webhook whether its end is now to be told
 */
public record IntentAfterAttempt(
        String intentId,
        String target,
        String gateway,
        int number,
        IntentStatus status,
        boolean endedBefore,
        long retryMillis,
        long dueMicros,
        boolean webhook,
        long ageMillis,
        long tookMillis) {

    /** The same, but somebody was faster to end it. */
    IntentAfterAttempt endedMeanwhile() {
        return new IntentAfterAttempt(
                intentId, target, gateway, number, IntentStatus.CANCELLED, true, 0, 0, false, ageMillis, tookMillis);
    }
}
