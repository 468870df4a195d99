package dev.baton.submissions.model;

import java.time.Instant;
import java.util.Optional;

/**
 * What is looked for, newest first.
 *
 * @param from created at or after
 * @param to created before
 * @param cursor where the page before ended
 * @param limit how many at most, 1 to 1,000
 */
public record IntentQuery(
        Optional<IntentStatus> status,
        Optional<String> target,
        Optional<Instant> from,
        Optional<Instant> to,
        Optional<String> cursor,
        int limit) {

    private static final int MOST = 1000;

    public IntentQuery {
        if (limit < 1 || limit > MOST) {
            throw new IllegalArgumentException("limit must be 1 to " + MOST + ", got " + limit);
        }
    }

    /** Everything, a hundred at a time. */
    public static IntentQuery all() {
        return new IntentQuery(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), 100);
    }

    public IntentQuery status(IntentStatus wanted) {
        return new IntentQuery(Optional.of(wanted), target, from, to, cursor, limit);
    }

    public IntentQuery target(String wanted) {
        return new IntentQuery(status, Optional.of(wanted), from, to, cursor, limit);
    }

    public IntentQuery between(Instant earliest, Instant before) {
        return new IntentQuery(status, target, Optional.of(earliest), Optional.of(before), cursor, limit);
    }

    public IntentQuery after(String page) {
        return new IntentQuery(status, target, from, to, Optional.of(page), limit);
    }

    public IntentQuery limit(int atMost) {
        return new IntentQuery(status, target, from, to, cursor, atMost);
    }
}
