package dev.baton.submissions.executor;

import dev.baton.submissions.store.Due;
import java.util.Comparator;

/**
 * An intent that waits in the window.
 *
 * @param dueAt stopwatch reading at which it is due
 */
record Entry(String intentId, String lane, int attemptCount, long dueAt) {

    static final Comparator<Entry> NEAREST =
            Comparator.comparingLong(Entry::dueAt).thenComparing(Entry::intentId);

    /** What the database said, counted from when its answer was here: late by a round trip rather than early. */
    static Entry of(Due due, long now) {
        return new Entry(due.intentId(), due.gateway(), due.attemptCount(), now + due.dueInMillis() * 1_000_000);
    }

    Due toDue() {
        return new Due(intentId, lane, attemptCount, 0);
    }
}
