package dev.baton.spi;

import dev.baton.Strategy;
import dev.baton.Takeover;
import java.time.Duration;
import java.util.Optional;

/**
 * Who may take a role, under which epoch, and how long the new gate has to stay shut. Pure, and shared by every store:
 * the SQL ones apply it inside the takeover's transaction, the simulated one inside its simulated transaction.
 *
 * <p>With strategy {@code session} the candidate already holds the session lock when this is asked; with {@code lease}
 * the row's expiry decides.
 */
public final class Succession {

    /** The first epoch of timeline n is at least n × 2^32: above all that a lost part of an older timeline can hold. */
    private static final int TIMELINE_SHIFT = 32;

    private Succession() {}

    /**
     * Decides a bid.
     *
     * @param row the row, if it exists
     * @param bid the candidate
     * @param timeline the database's timeline now
     * @param highestRecorded the highest epoch in the role's history, 0 if it has none; matters only without a row
     * @param preferred a living preferred candidate other than the bidder, if there is one
     */
    public static Verdict judge(
            Optional<LeaseRow> row, Bid bid, long timeline, long highestRecorded, Optional<String> preferred) {
        if (row.isPresent()) {
            Optional<Outcome.OfTake> refusal = refusal(row.get(), bid, timeline);
            if (refusal.isPresent()) {
                return new Denied(refusal.get());
            }
        }
        if (bid.defers() && preferred.isPresent()) {
            return new Denied(new Outcome.Deferred(preferred.get(), Outcome.Deferred.Reason.PREFERRED));
        }
        return row.map(r -> succeed(r, bid, timeline)).orElseGet(() -> begin(bid, highestRecorded));
    }

    private static Optional<Outcome.OfTake> refusal(LeaseRow row, Bid bid, long timeline) {
        boolean mine = row.holderId().equals(bid.holderId());
        boolean live = !row.expired() && !row.released() && row.timeline() == timeline;
        if (live && !mine && !sameWay(row, bid.strategy())) {
            return Optional.of(new Outcome.Refused(mismatch(row, bid)));
        }
        if (row.reservedFor().isPresent() && !row.reservedFor().get().equals(bid.nodeId())) {
            return Optional.of(new Outcome.Deferred(row.reservedFor().get(), Outcome.Deferred.Reason.RESERVED));
        }
        if (bid.strategy() instanceof Strategy.Lease && live && !mine) {
            return Optional.of(new Outcome.HeldBy(row.sighting()));
        }
        return Optional.empty();
    }

    private static boolean sameWay(LeaseRow row, Strategy strategy) {
        // A row written by hand names no way, and so forbids none.
        return row.strategy().isEmpty()
                || (row.strategy().equals(strategy.label())
                        && row.takeover().equals(strategy.takeover().label()));
    }

    private static String mismatch(LeaseRow row, Bid bid) {
        return "role '" + bid.role() + "' is held by " + row.holderId() + " with strategy " + row.strategy()
                + " and takeover " + row.takeover() + ", this instance is set to "
                + bid.strategy().label() + " and " + bid.strategy().takeover().label()
                + ": set the same on every instance";
    }

    private static Verdict begin(Bid bid, long highestRecorded) {
        // A history without a row means that somebody deleted the row: its holder's gate may be open.
        boolean first = highestRecorded == 0;
        Duration trust = bid.strategy().trustWindow();
        Duration quiet = first || bid.strategy().takeover() == Takeover.IMMEDIATE ? Duration.ZERO : trust;
        return new Granted(highestRecorded + 1, quiet, trust, Optional.empty());
    }

    private static Verdict succeed(LeaseRow row, Bid bid, long timeline) {
        boolean sameTimeline = row.timeline() == timeline;
        long epoch = sameTimeline ? row.epoch() + 1 : Math.max(row.epoch() + 1, timeline << TIMELINE_SHIFT);
        boolean shut = row.released() && sameTimeline;
        Strategy strategy = bid.strategy();
        Duration trust = shut ? strategy.trustWindow() : longer(row.trust(), strategy.trustWindow());
        Duration quiet = shut || strategy.takeover() == Takeover.IMMEDIATE ? Duration.ZERO : trust;
        if (!sameTimeline && strategy instanceof Strategy.Lease) {
            // Terms granted on the old timeline may be missing here, and so may their expiries.
            quiet = longer(row.lease(), strategy.lease());
        }
        return new Granted(epoch, quiet, trust, row.released() ? Optional.empty() : Optional.of(row));
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    /** The decision. */
    public sealed interface Verdict permits Granted, Denied {}

    /**
     * The candidate may write its term.
     *
     * @param epoch the new term's epoch
     * @param quiet how long after the grant its gate stays shut
     * @param trust the trust window to keep in the row until its gate has opened
     * @param ended the term that ended without a release, whose end is now recorded
     */
    public record Granted(long epoch, Duration quiet, Duration trust, Optional<LeaseRow> ended) implements Verdict {}

    /** The candidate gets this answer. */
    public record Denied(Outcome.OfTake outcome) implements Verdict {}
}
