package dev.baton.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Strategy;
import dev.baton.Takeover;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuccessionTest {

    private static final Strategy LEASE = Strategy.lease60();
    private static final Strategy.Lease LOCK =
            new Strategy.Lease(Duration.ofMinutes(10), Duration.ofMinutes(1), Duration.ofMinutes(10));
    private static final Strategy.Session SESSION = Strategy.session();
    private static final Duration TRUST = SESSION.trustWindow();
    private static final long CLOCK = 1_800_000_000_000L;

    @Test
    void theFirstTermOfARoleIsOneAndOpensAtOnce() {
        for (Strategy strategy : new Strategy[] {LEASE, SESSION}) {
            Succession.Granted granted = granted(judge(Optional.empty(), bid(strategy), 1, 0));

            assertThat(granted.epoch()).isEqualTo(1);
            assertThat(granted.quiet()).isZero();
            assertThat(granted.ended()).isEmpty();
        }
    }

    @Test
    void aDeletedRowGoesOnWithTheHistoryAndWaits() {
        assertThat(granted(judge(Optional.empty(), bid(SESSION), 1, 41)).epoch())
                .isEqualTo(42);
        assertThat(granted(judge(Optional.empty(), bid(SESSION), 1, 41)).quiet())
                .isEqualTo(TRUST);
        assertThat(granted(judge(Optional.empty(), bid(LEASE), 1, 41)).quiet()).isEqualTo(LEASE.lease());
    }

    /** Found by simulation (seed 42 of its day): the whole history of a role can be among the lost commits. */
    @Test
    void aRoleWithoutRowOrHistoryAfterAFailOverMayHaveHadALeader() {
        Succession.Granted granted = granted(judge(Optional.empty(), bid(SESSION), 2, 0));

        assertThat(granted.epoch()).isEqualTo(2L << 32);
        assertThat(granted.quiet()).isEqualTo(TRUST);
        assertThat(granted(judge(Optional.empty(), bid(LEASE), 2, 0)).quiet()).isEqualTo(LEASE.lease());
    }

    @Test
    void aLiveLeaseIsHeldAndAnExpiredOneIsTaken() {
        assertThat(denied(judge(row(LEASE).build(), bid(LEASE), 1, 7))).isInstanceOf(Outcome.HeldBy.class);

        Succession.Granted granted = granted(judge(row(LEASE).expired(true).build(), bid(LEASE), 1, 7));
        assertThat(granted.epoch()).isEqualTo(8);
        assertThat(granted.quiet()).isZero();
        assertThat(granted.ended()).map(LeaseRow::epoch).contains(7L);
    }

    /** Whoever expired the row by hand told nobody: the holder's gate stays open until its lease ends. */
    @Test
    void aLeaseThatWasExpiredByHandIsWaitedFor() {
        Optional<LeaseRow> row =
                row(LEASE).expired(true).age(Duration.ofSeconds(10)).build();

        assertThat(granted(judge(row, bid(LEASE), 1, 7)).quiet())
                .isEqualTo(LEASE.lease().minusSeconds(10));
    }

    @Test
    void aLiveRowUnderAnotherLockKeyIsRefused() {
        Optional<LeaseRow> row = row(SESSION).scopeKey(99).build();

        assertThat(denied(judge(row, bid(SESSION), 1, 7))).isInstanceOf(Outcome.Refused.class);
    }

    @Test
    void aHolderTakesItsOwnLiveLeaseUnderANewEpoch() {
        assertThat(granted(judge(row(LEASE).holder("me").build(), bid(LEASE), 1, 7))
                        .epoch())
                .isEqualTo(8);
    }

    @Test
    void aSessionSuccessorWaitsTheLargerTrustWindow() {
        Duration longer = TRUST.multipliedBy(3);

        assertThat(granted(judge(row(SESSION).build(), bid(SESSION), 1, 7)).quiet())
                .isEqualTo(TRUST);
        Succession.Granted granted = granted(judge(row(SESSION).trust(longer).build(), bid(SESSION), 1, 7));
        assertThat(granted.quiet()).isEqualTo(longer);
        assertThat(granted.trust()).isEqualTo(longer);
    }

    @Test
    void afterAReleaseOrWithTakeoverImmediateNobodyWaits() {
        assertThat(granted(judge(row(SESSION).released(true).build(), bid(SESSION), 1, 7))
                        .quiet())
                .isZero();
        Strategy immediate = SESSION.with(Takeover.IMMEDIATE);
        assertThat(granted(judge(row(immediate).build(), bid(immediate), 1, 7)).quiet())
                .isZero();
    }

    @Test
    void aReleasedTermHasItsEndOnRecordAlready() {
        assertThat(granted(judge(row(SESSION).released(true).build(), bid(SESSION), 1, 7))
                        .ended())
                .isEmpty();
    }

    @Test
    void onAnotherTimelineAReleaseProvesNothingAndEpochsLeap() {
        Succession.Granted granted = granted(judge(row(SESSION).released(true).build(), bid(SESSION), 3, 7));

        assertThat(granted.epoch()).isEqualTo(3L << 32);
        assertThat(granted.quiet()).isEqualTo(TRUST);
        assertThat(granted(judge(row(LEASE).build(), bid(LEASE), 3, 7)).quiet()).isEqualTo(LEASE.lease());
    }

    /** Servers that have names but no numbers: what was lost cannot be told by the name of the next one. */
    @Test
    void inAnotherHistoryWithoutANumberEpochsLeapToTheClock() {
        DatabaseHistory now = new DatabaseHistory(-5, CLOCK, 0, false);
        Succession.Granted leapt = granted(row(SESSION).released(true).build(), now);
        Optional<LeaseRow> same = row(SESSION).timeline(-5).released(true).build();

        assertThat(leapt.epoch()).isEqualTo(CLOCK);
        assertThat(leapt.quiet()).isEqualTo(TRUST);
        assertThat(granted(same, now).epoch()).isEqualTo(8);
        assertThat(granted(same, now).quiet()).isZero();
    }

    /** Both histories begin with the same row; the clock of the second one is later. */
    @Test
    void twoHistoriesThatForkFromOneRowLeapToDifferentEpochs() {
        Optional<LeaseRow> row = row(SESSION).build();

        assertThat(granted(row, new DatabaseHistory(-6, CLOCK + 1, 0, false)).epoch())
                .isGreaterThan(
                        granted(row, new DatabaseHistory(-5, CLOCK, 0, false)).epoch());
    }

    /** Programs before this one leapt to the next multiple of 2^32, which may lie weeks ahead of the clock. */
    @Test
    void anEpochThatIsAheadOfTheClockLeapsToTheNextMultiple() {
        DatabaseHistory now = new DatabaseHistory(-5, CLOCK, 0, false);

        assertThat(granted(row(SESSION).epoch(CLOCK - 1).build(), now).epoch()).isEqualTo(CLOCK);
        assertThat(granted(row(SESSION).epoch(CLOCK).build(), now).epoch()).isEqualTo(((CLOCK >> 32) + 1) << 32);
    }

    @Test
    void aRoleWithoutARowKnowsByOthersThatTheDatabaseHasFailedOver() {
        Succession.Granted first = granted(Optional.empty(), new DatabaseHistory(-5, CLOCK, 0, false));
        Succession.Granted lost = granted(Optional.empty(), new DatabaseHistory(-5, CLOCK, 0, true));

        assertThat(first.epoch()).isEqualTo(1);
        assertThat(first.quiet()).isZero();
        assertThat(lost.epoch()).isEqualTo(CLOCK);
        assertThat(lost.quiet()).isEqualTo(TRUST);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 60", "0, 59, 1", "0, 61, 0", "41, 61, 60"})
    void aNewRoleWaitsOnlyForWhatTheLastHistoryMayHaveLost(long highest, long age, long quiet) {
        DatabaseHistory now = new DatabaseHistory(3, 0, highest, false, Duration.ofSeconds(age));
        Succession.Verdict verdict = Succession.judge(Optional.empty(), bid(LEASE), now, Optional.empty());
        assertThat(granted(verdict).quiet()).hasSeconds(quiet);
    }

    @Test
    void aDeletedRowLeapsOnlyWhereTheDatabaseHasFailedOver() {
        Succession.Granted deleted = granted(Optional.empty(), new DatabaseHistory(-5, CLOCK, 41, false));

        assertThat(deleted.epoch()).isEqualTo(42);
        assertThat(deleted.quiet()).isEqualTo(TRUST);
        assertThat(granted(Optional.empty(), new DatabaseHistory(-5, CLOCK, 41, true))
                        .epoch())
                .isEqualTo(CLOCK);
    }

    /** Found by the model: the lost term between the row's and now may be somebody else's, and its gate open. */
    @Test
    void onAnotherTimelineOnesOwnRowProvesNothingEither() {
        Optional<LeaseRow> mine = row(LEASE).holder("me").expired(true).build();

        assertThat(granted(judge(mine, bid(LEASE), 3, 7)).quiet()).isEqualTo(LEASE.lease());
    }

    /** Found by the model: who takes its own role again before its gate could open still owes what it owed. */
    @Test
    void whatAHolderOwesStaysInTheRowUntilItsGateHasOpened() {
        Duration owed = granted(judge(row(LEASE).build(), bid(LEASE), 3, 7)).trust();
        Optional<LeaseRow> mine = row(LEASE).holder("me").trust(owed).build();

        assertThat(owed).isEqualTo(LEASE.lease());
        assertThat(granted(judge(mine, bid(LEASE), 1, 7)).quiet()).isEqualTo(owed);
        assertThat(granted(judge(Optional.empty(), bid(LEASE), 2, 0)).trust()).isEqualTo(LEASE.lease());
        assertThat(granted(judge(row(LEASE).released(true).trust(owed).build(), bid(LEASE), 1, 7))
                        .quiet())
                .isZero();
    }

    /** A lock has no gate and waits for none; what it leaves in the row is below zero, and is there for the next gate. */
    @Test
    void aLockLeavesWhatIsOwedToTheNextGate() {
        Succession.Granted deleted = granted(judge(Optional.empty(), lock(), 1, 41));
        Succession.Granted elsewhere = granted(judge(row(LEASE).build(), lock(), 3, 7));
        Succession.Granted byHand = granted(
                judge(row(LEASE).expired(true).age(Duration.ofSeconds(10)).build(), lock(), 1, 7));
        Succession.Granted crashed = granted(judge(row(SESSION).expired(true).build(), lock(), 1, 7));

        for (Succession.Granted granted : new Succession.Granted[] {deleted, elsewhere, byHand, crashed}) {
            assertThat(granted.quiet()).isZero();
            assertThat(granted.trust()).isNegative();
            assertThat(nextGate(granted, LEASE)).isGreaterThanOrEqualTo(LEASE.lease());
            assertThat(nextGate(granted, SESSION)).isGreaterThanOrEqualTo(TRUST);
            assertThat(nextGate(granted, SESSION.with(Takeover.IMMEDIATE))).isZero();
        }
        assertThat(nextGate(crashed, SESSION)).isEqualTo(TRUST);
        assertThat(nextGate(deleted, LEASE)).as("and not the lease of the lock").isEqualTo(LEASE.lease());
    }

    /** What the next gate waits for after that lock was given back, and taken and given back once more. */
    private static Duration nextGate(Succession.Granted lock, Strategy strategy) {
        Optional<LeaseRow> left = row(LOCK).released(true).trust(lock.trust()).build();
        Succession.Granted again = granted(judge(left, lock(), 1, 7));
        assertThat(again.trust()).isEqualTo(lock.trust());
        Optional<LeaseRow> crashed = row(LOCK).expired(true).trust(lock.trust()).build();
        assertThat(granted(judge(crashed, lock(), 1, 7)).trust()).isEqualTo(lock.trust());
        assertThat(granted(judge(crashed, bid(strategy), 1, 7)).quiet())
                .isEqualTo(granted(judge(left, bid(strategy), 1, 7)).quiet());
        return granted(judge(left, bid(strategy), 1, 7)).quiet();
    }

    /** Neither where somebody has expired it by hand, nor after a fail-over: it may last far longer than any gate. */
    @Test
    void theLeaseOfALockIsNothingToWaitFor() {
        Duration owed = Duration.ofSeconds(1);
        Optional<LeaseRow> row =
                row(LOCK).expired(true).age(Duration.ZERO).trust(owed.negated()).build();

        for (long timeline : new long[] {1, 3}) {
            assertThat(granted(judge(row, lock(), timeline, 7)).trust()).isEqualTo(owed.negated());
            assertThat(granted(judge(row, bid(LEASE), timeline, 7)).quiet()).isEqualTo(LEASE.lease());
        }
    }

    @Test
    void aLockOwesNothingWhereNoGateCanBeOpen() {
        assertThat(granted(judge(Optional.empty(), lock(), 1, 0)).trust()).isZero();
        assertThat(granted(judge(row(SESSION).released(true).build(), lock(), 1, 7))
                        .trust())
                .isZero();
        assertThat(granted(judge(row(LEASE).expired(true).build(), lock(), 1, 7))
                        .trust())
                .isZero();
        assertThat(granted(judge(row(LOCK).released(true).build(), bid(SESSION), 1, 7))
                        .quiet())
                .isZero();
    }

    @Test
    void aReservationKeepsOthersOut() {
        LeaseRow row = row(SESSION).released(true).reservedFor("n2").build().orElseThrow();

        assertThat(denied(judge(Optional.of(row), bid(SESSION), 1, 7)))
                .isEqualTo(new Outcome.Deferred("n2", Outcome.Deferred.Reason.RESERVED));
        Bid successor = new Bid("r", "other", "n2", SESSION, 1, true);
        assertThat(judge(Optional.of(row), successor, 1, 7)).isInstanceOf(Succession.Granted.class);
    }

    @Test
    void aPreferredCandidateGoesFirstOnce() {
        Bid defers = new Bid("r", "me", "n1", SESSION, 1, true);

        assertThat(denied(Succession.judge(Optional.empty(), defers, numbered(1, 0), Optional.of("n9"))))
                .isEqualTo(new Outcome.Deferred("n9", Outcome.Deferred.Reason.PREFERRED));
        assertThat(Succession.judge(Optional.empty(), bid(SESSION), numbered(1, 0), Optional.of("n9")))
                .isInstanceOf(Succession.Granted.class);
    }

    @Test
    void aNamedSuccessorGoesBeforeAPreferredGiver() {
        Optional<LeaseRow> row = row(SESSION).released(true).reservedFor("n1").build();
        Bid defers = new Bid("r", "me", "n1", SESSION, 1, true);

        assertThat(Succession.judge(row, defers, numbered(1, 7), Optional.of("n9")))
                .isInstanceOf(Succession.Granted.class);
    }

    @Test
    void whoeverNeedNotDeferDefersToNobody() {
        Bid defers = new Bid("r", "me", "n1", SESSION, 1, true);
        Optional<LeaseRow> free = row(SESSION).released(true).build();

        assertThat(judge(free, defers, 1, 0)).isInstanceOf(Succession.Granted.class);
        assertThat(denied(Succession.judge(free, defers, numbered(1, 0), Optional.of("n9"))))
                .isInstanceOf(Outcome.Deferred.class);
        assertThat(Succession.judge(free, bid(SESSION), numbered(1, 0), Optional.of("n9")))
                .isInstanceOf(Succession.Granted.class);
    }

    @Test
    void takeoverImmediateWaitsForNobodyInAnyCase() {
        Strategy immediate = SESSION.with(Takeover.IMMEDIATE);

        assertThat(granted(judge(Optional.empty(), bid(immediate), 1, 41)).quiet())
                .isZero();
        assertThat(granted(judge(Optional.empty(), bid(immediate), 2, 0)).quiet())
                .isZero();
        assertThat(granted(judge(row(immediate).build(), bid(immediate), 3, 7)).quiet())
                .isZero();
    }

    /** Whoever changes the strategy of a role meets gates that were opened by a lease. */
    @Test
    void aSessionThatFollowsALeaseWaitsForItsEnd() {
        Optional<LeaseRow> expired =
                row(LEASE).expired(true).age(Duration.ofSeconds(10)).build();

        assertThat(granted(judge(expired, bid(SESSION), 1, 7)).quiet())
                .isEqualTo(LEASE.lease().minusSeconds(10));
        assertThat(granted(judge(row(LEASE).build(), bid(SESSION), 3, 7)).quiet())
                .isEqualTo(LEASE.lease());
    }

    @Test
    void onesOwnLeaseIsNotWaitedFor() {
        Optional<LeaseRow> mine =
                row(LEASE).holder("me").age(Duration.ofSeconds(10)).build();

        assertThat(granted(judge(mine, bid(LEASE), 1, 7)).quiet()).isZero();
    }

    @Test
    void aLiveRowOfAnotherStrategyOrTakeoverIsRefused() {
        assertThat(denied(judge(row(LEASE).build(), bid(SESSION), 1, 7))).isInstanceOf(Outcome.Refused.class);
        assertThat(denied(judge(row(SESSION).build(), bid(SESSION.with(Takeover.IMMEDIATE)), 1, 7)))
                .isInstanceOf(Outcome.Refused.class);
    }

    private static Succession.Verdict judge(Optional<LeaseRow> row, Bid bid, long timeline, long highest) {
        return Succession.judge(row, bid, numbered(timeline, highest), Optional.empty());
    }

    private static DatabaseHistory numbered(long timeline, long highest) {
        return new DatabaseHistory(timeline, 0, highest, false);
    }

    private static Succession.Granted granted(Optional<LeaseRow> row, DatabaseHistory now) {
        return granted(Succession.judge(row, bid(SESSION), now, Optional.empty()));
    }

    private static Succession.Granted granted(Succession.Verdict verdict) {
        assertThat(verdict).isInstanceOf(Succession.Granted.class);
        return (Succession.Granted) verdict;
    }

    private static Outcome denied(Succession.Verdict verdict) {
        assertThat(verdict).isInstanceOf(Succession.Denied.class);
        return ((Succession.Denied) verdict).outcome();
    }

    private static Bid bid(Strategy strategy) {
        return new Bid("r", "me", "n1", strategy, 1, false);
    }

    private static Bid lock() {
        return Bid.forLock("r", "me/1", "n1", LOCK, 1);
    }

    private static LeaseRowBuilder row(Strategy strategy) {
        return new LeaseRowBuilder(strategy);
    }
}
