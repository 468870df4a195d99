package dev.baton.submissions.executor.schedule;

import dev.baton.submissions.store.Due;
import java.util.Comparator;

/**
 * An intent that waits in the window.
 *
 * @param dueAt stopwatch reading at which it is due
 */
public record WaitingIntent(String intentId, String lane, int attemptCount, long dueAt) {

    public static final Comparator<WaitingIntent> NEAREST =
            Comparator.comparingLong(WaitingIntent::dueAt).thenComparing(WaitingIntent::intentId);

    /** What the database said, counted from when its answer was here: late by a round trip rather than early. */
    public static WaitingIntent of(Due due, long now) {
        return new WaitingIntent(
                due.intentId(), due.gateway(), due.attemptCount(), now + due.dueInMillis() * 1_000_000);
    }

    public Due toDue() {
        return new Due(intentId, lane, attemptCount, 0);
    }
}
