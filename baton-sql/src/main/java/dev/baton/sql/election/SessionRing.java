package dev.baton.sql.election;

import dev.baton.sql.dialect.RoleKeys;
import java.util.Collection;
import java.util.OptionalInt;

/**
 * The marks of all sessions that hold locks of roles, in a circle. Each process watches the next one, so each is watched by
 * one other while there are two.
 */
final class SessionRing {

    /** What a new mark is announced with, on the channel of roles: before the colon stands a role, and no role is empty. */
    static final String JOINED = ":joined:";

    private SessionRing() {}

    /** The first half of the marks of one table of leases. */
    static int of(String leaseTable) {
        return (int) (RoleKeys.scopeKey(leaseTable, "ring") & Integer.MAX_VALUE);
    }

    /** The one to watch for the bearer of a mark; none if it is alone. */
    static OptionalInt after(int mark, Collection<Integer> marks) {
        OptionalInt next =
                marks.stream().mapToInt(Integer::intValue).filter(m -> m > mark).min();
        return next.isPresent()
                ? next
                : marks.stream()
                        .mapToInt(Integer::intValue)
                        .filter(m -> m < mark)
                        .min();
    }

    /** The mark that was announced; 0, which no session has, if the announcement is no number. */
    static int parse(String announced) {
        try {
            return Integer.parseInt(announced);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** Whether a new mark stands between two that were neighbours. */
    static boolean isBetween(int mark, int joined, int neighbour) {
        return mark < neighbour
                ? mark < joined && joined < neighbour
                : joined != mark && joined != neighbour && (mark < joined || joined < neighbour);
    }
}
