package dev.baton.server.live;

import dev.baton.sql.Leadership;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The timeline of any span of time for which the history is kept. */
public final class TermHistory {

    /** More than anybody can tell apart in a picture. */
    private static final int MOST_ENTRIES = 5_000;

    private final Leadership leadership;

    public TermHistory(Leadership leadership) {
        this.leadership = leadership;
    }

    /**
     * The terms of a span.
     *
     * @param keptSince how far back the history goes; what was before that has been pruned
     * @param cutAt the span has more than can be shown: before this only the terms that were the latest at its beginning, and
     *     the newest of these alone if it is the end of the span
     */
    public record Timeline(
            Instant from, Instant to, Optional<Instant> keptSince, Optional<Instant> cutAt, List<Terms.Term> terms) {}

    /** Every term that lasted at some time within the span, and how it ended, also if that was later. */
    public Timeline between(Instant from, Instant to, Predicate<String> roles) throws SQLException {
        List<Leadership.Entry> within =
                leadership.history(Leadership.Part.latest(MOST_ENTRIES).between(from, to));
        List<Leadership.Entry> first = leadership.standing(from, from, MOST_ENTRIES);
        List<Leadership.Entry> last = leadership.standing(to, from, MOST_ENTRIES);
        List<Leadership.Entry> entries = new ArrayList<>(within);
        entries.addAll(first);
        entries.addAll(last);
        return new Timeline(
                from,
                to,
                leadership.historyBegins(),
                cutAt(to, within, first, last),
                Terms.of(entries).stream()
                        .filter(term -> roles.test(term.role()) && term.touches(from, to))
                        .toList());
    }

    private static Optional<Instant> cutAt(
            Instant to, List<Leadership.Entry> within, List<Leadership.Entry> first, List<Leadership.Entry> last) {
        if (first.size() == MOST_ENTRIES || last.size() == MOST_ENTRIES) {
            return Optional.of(to);
        }
        return within.size() == MOST_ENTRIES
                ? Optional.of(within.get(within.size() - 1).at())
                : Optional.empty();
    }
}
