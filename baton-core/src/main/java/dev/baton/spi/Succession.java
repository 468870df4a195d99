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

    /** The timeline of a database that has never failed over; one that knows no timelines says the same or less. */
    private static final long FIRST_TIMELINE = 1;

    /**
     * What a lock writes into the row when a gate may be open that no row tells of. A lock does not know for how long gates of
     * the role stay open, so it writes the smallest value that a row can keep, and the next candidate waits for the time that it knows of.
     */
    private static final Duration UNTOLD = Duration.ofMillis(1);

    private Succession() {}

    /**
     * Decides a bid.
     *
     * @param row the row, if it exists
     * @param bid the candidate
     * @param now what the database tells of its history
     * @param preferred a living preferred candidate other than the bidder, if there is one
     */
    public static Verdict judge(Optional<LeaseRow> row, Bid bid, DatabaseHistory now, Optional<String> preferred) {
        if (row.isPresent()) {
            Optional<Outcome.OfTake> refusal = refusal(row.get(), bid, now.timeline());
            if (refusal.isPresent()) {
                return new Denied(refusal.get());
            }
        }
        // A named successor goes before a preferred instance, even if the preferred one is who handed the role over.
        boolean named = row.flatMap(LeaseRow::reservedFor).isPresent();
        if (bid.defers() && preferred.isPresent() && !named) {
            return new Denied(new Outcome.Deferred(preferred.get(), Outcome.Deferred.Reason.PREFERRED));
        }
        return row.map(r -> succeed(r, bid, now)).orElseGet(() -> begin(bid, now));
    }

    private static Optional<Outcome.OfTake> refusal(LeaseRow row, Bid bid, long timeline) {
        boolean mine = row.holderId().equals(bid.holderId());
        boolean live = !row.expired() && !row.released() && row.timeline() == timeline;
        if (live && !mine && !sameWay(row, bid.strategy())) {
            return Optional.of(new Outcome.Refused(mismatch(row, bid)));
        }
        if (live && !mine && row.scopeKey() != 0 && row.scopeKey() != bid.scopeKey()) {
            return Optional.of(new Outcome.Refused(otherKey(row, bid)));
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
        // A row that somebody wrote by hand names no strategy, so no strategy contradicts it.
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

    private static String otherKey(LeaseRow row, Bid bid) {
        return "role '" + bid.role() + "' is held by " + row.holderId() + " under lock key " + row.scopeKey()
                + ", this instance has " + bid.scopeKey() + ": set the same namespace and lock_key on every instance";
    }

    /**
     * The role has no row. If it has events, somebody deleted the row; if the database has failed over, the row may have been
     * lost. In both cases a gate may still be open without a row that says so.
     */
    private static Verdict begin(Bid bid, DatabaseHistory now) {
        boolean sameHistory = !hasFailedOver(now);
        boolean first = now.highestRecorded() == 0 && sameHistory;
        long epoch = epochAfter(now.highestRecorded(), now, sameHistory);
        if (bid.lock()) {
            return lock(epoch, first ? Duration.ZERO : UNTOLD, Optional.empty());
        }
        Strategy strategy = bid.strategy();
        Duration longest = longestOf(strategy);
        // A row that a fail-over lost was lost before this history began; a row can be deleted by hand at any time.
        Duration untold = now.highestRecorded() == 0 ? longer(Duration.ZERO, longest.minus(now.age())) : longest;
        boolean atOnce = first || strategy.takeover() == Takeover.IMMEDIATE;
        Duration quiet = atOnce ? Duration.ZERO : untold;
        return new Granted(epoch, quiet, longer(strategy.trustWindow(), quiet), Optional.empty());
    }

    /** A lock opens no gate, so it need not wait. It leaves the wait in the row for whoever opens a gate next. */
    private static Verdict lock(long epoch, Duration owed, Optional<LeaseRow> ended) {
        return new Granted(epoch, Duration.ZERO, owed.negated(), ended);
    }

    /** For how long a gate of this strategy may be open without a sign of it in the database. */
    private static Duration longestOf(Strategy strategy) {
        return strategy instanceof Strategy.Lease ? strategy.lease() : strategy.trustWindow();
    }

    private static boolean hasFailedOver(DatabaseHistory now) {
        return now.timeline() < 0 ? now.tellsOfOthers() : now.timeline() > FIRST_TIMELINE;
    }

    private static Verdict succeed(LeaseRow row, Bid bid, DatabaseHistory now) {
        boolean sameTimeline = row.timeline() == now.timeline();
        boolean left = row.released() && sameTimeline;
        long epoch = epochAfter(row.epoch(), now, sameTimeline);
        Optional<LeaseRow> ended = row.released() ? Optional.empty() : Optional.of(row);
        Duration leaseLeft = left ? Duration.ZERO : leaseLeft(row, bid, sameTimeline);
        if (bid.lock()) {
            Duration before = left ? row.owed() : longer(longer(row.owed(), row.trust()), leaseLeft);
            return lock(epoch, sameTimeline ? before : longer(before, UNTOLD), ended);
        }
        Strategy strategy = bid.strategy();
        boolean shut = left && row.owed().isZero();
        Duration owed = row.owed().isZero() ? row.trust() : longer(row.owed(), longestOf(strategy));
        Duration trust = shut ? strategy.trustWindow() : longer(owed, strategy.trustWindow());
        boolean atOnce = shut || strategy.takeover() == Takeover.IMMEDIATE;
        Duration quiet = atOnce ? Duration.ZERO : longer(trust, leaseLeft);
        return new Granted(epoch, quiet, longer(trust, quiet), ended);
    }

    /**
     * How long a gate that was opened by a lease may still be open although the row does not say so. After a fail-over the
     * latest terms and their expiries may be missing, so the row may show the bidder although another led last. On the same
     * timeline somebody may have expired the row by hand. A row below zero is a lock's, which has no gate: its lease is nothing to
     * wait for.
     */
    private static Duration leaseLeft(LeaseRow row, Bid bid, boolean sameTimeline) {
        if (!row.owed().isZero()) {
            return sameTimeline || bid.lock() ? Duration.ZERO : bid.strategy().lease();
        }
        boolean byLease = row.strategy().equals(Strategy.Lease.LABEL) || bid.strategy() instanceof Strategy.Lease;
        if (!byLease) {
            return Duration.ZERO;
        }
        if (!sameTimeline) {
            return bid.lock() ? row.lease() : longer(row.lease(), bid.strategy().lease());
        }
        boolean mine = row.holderId().equals(bid.holderId());
        return mine ? Duration.ZERO : longer(Duration.ZERO, row.lease().minus(row.age()));
    }

    private static long epochAfter(long epoch, DatabaseHistory now, boolean sameHistory) {
        long timeline = now.timeline();
        if (timeline < 0 && !sameHistory) {
            return leap(epoch, now.clock());
        }
        return timeline <= FIRST_TIMELINE ? epoch + 1 : Math.max(epoch + 1, timeline << TIMELINE_SHIFT);
    }

    /**
     * Into a history that has a name and no number, epochs leap to the database's clock in milliseconds. Epochs grow by one
     * for a term, and a role has less than one term in a millisecond: so none that was ever granted, in whatever history and
     * from whichever row, is above the clock of its day. Programs before this one leapt to the next multiple of 2^32; where
     * such a leap went ahead of the clock, so does this one.
     */
    private static long leap(long epoch, long clock) {
        return epoch < clock ? clock : ((epoch >> TIMELINE_SHIFT) + 1) << TIMELINE_SHIFT;
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
     * @param trust what a successor has to wait for, kept in the row until this gate has opened; below zero for a lock, see
     *     {@link LeaseRow#owed}
     * @param ended the term that ended without a release, whose end is now recorded
     */
    public record Granted(long epoch, Duration quiet, Duration trust, Optional<LeaseRow> ended) implements Verdict {}

    /** The candidate gets this answer. */
    public record Denied(Outcome.OfTake outcome) implements Verdict {}
}
