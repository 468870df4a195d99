package dev.baton.server.live;

import dev.baton.sql.Leadership;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Terms of leadership, put together from the history: what the timeline draws. Pure. */
final class Terms {

    /** A crashed term's end is recorded by its successor, with the age of the last heartbeat. */
    private static final Pattern LAST_HEARTBEAT = Pattern.compile("last heartbeat (\\d{1,12}) ms before");

    /** Whoever takes over from a leader that may still act waits, and says for how long. */
    private static final Pattern OPENING = Pattern.compile("its gate opens (\\d{1,12}) ms later");

    private Terms() {}

    /**
     * One term.
     *
     * @param startedAt when the role was granted
     * @param opensAt when its gate opens, at the earliest; null if it ended before that
     * @param endedAt when it was left, or last gave a sign of life; null while it lasts
     * @param ending {@code released, drained, transferred} or {@code lost}; null while it lasts
     */
    record Term(
            String role,
            long epoch,
            String nodeId,
            String holderId,
            Instant startedAt,
            Instant opensAt,
            Instant endedAt,
            String ending) {

        Term ended(Instant at, String how) {
            Instant end = at.isBefore(startedAt) ? startedAt : at;
            boolean opened = opensAt != null && (opensAt.equals(startedAt) || opensAt.isBefore(end));
            return new Term(role, epoch, nodeId, holderId, startedAt, opened ? opensAt : null, end, how);
        }

        /** Whether any of it was between the two. */
        boolean touches(Instant from, Instant to) {
            return startedAt.isBefore(to) && (endedAt == null || endedAt.isAfter(from));
        }
    }

    /** @param entries of any roles, in any order; a term whose beginning is not among them is left out */
    static List<Term> of(List<Leadership.Entry> entries) {
        Map<String, Term> terms = new LinkedHashMap<>();
        List<Leadership.Entry> inOrder = entries.stream()
                .sorted(Comparator.comparingLong(Leadership.Entry::id))
                .toList();
        for (Leadership.Entry entry : inOrder) {
            if (entry.begins()) {
                terms.put(key(entry), begun(entry));
            }
        }
        for (Leadership.Entry entry : inOrder) {
            if (entry.ends()) {
                terms.computeIfPresent(key(entry), (key, term) -> term.ended(endOf(entry), entry.event()));
            }
        }
        return List.copyOf(terms.values());
    }

    private static Term begun(Leadership.Entry entry) {
        return new Term(
                entry.role(), entry.epoch(), entry.nodeId(), entry.holderId(), entry.at(), opening(entry), null, null);
    }

    /** When the gate of the term that begins with this entry opens, at the earliest. */
    static Instant opening(Leadership.Entry entry) {
        return entry.at().plusMillis(millis(OPENING, entry));
    }

    /** The last sign of life of the term that ends with this entry. */
    static Instant endOf(Leadership.Entry entry) {
        return entry.at().minusMillis(millis(LAST_HEARTBEAT, entry));
    }

    private static long millis(Pattern pattern, Leadership.Entry entry) {
        Matcher matcher = pattern.matcher(entry.reason());
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    private static String key(Leadership.Entry entry) {
        return entry.epoch() + " " + entry.role();
    }
}
