package dev.baton.submissions.executor.schedule;

import dev.baton.submissions.store.Due;
import java.util.Comparator;

/**
 * An intent that waits in the window. Its place there is the database's own time, which is the same in every answer; when
 * to wake up is a reading of our stopwatch, and how that compares with the other depends on how long the answer took.
 *
 * @param dueMicros when it is due by the database's clock, in microseconds since 1970
 * @param dueAt stopwatch reading at which it is due
 */
public record WaitingIntent(String intentId, String lane, int attemptCount, long dueMicros, long dueAt) {

    public static final Comparator<WaitingIntent> NEAREST =
            Comparator.comparingLong(WaitingIntent::dueMicros).thenComparing(WaitingIntent::intentId);

    /** What the database said, counted from when its answer was here: late by a round trip rather than early. */
    public static WaitingIntent of(Due due, long now) {
        return new WaitingIntent(
                due.intentId(),
                due.gateway(),
                due.attemptCount(),
                due.dueMicros(),
                now + due.dueInMillis() * 1_000_000);
    }

    public Due toDue() {
        return new Due(intentId, lane, attemptCount, dueMicros, 0);
    }
}
