package dev.baton.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Every mistake below was planted in the simulated store or writer, or around the production rules: the checker has to find each of them. */
class PlantedBugsTest {

    private static final long SEEDS = 20_000;

    @Test
    void findsAFenceThatChecksWithoutItsLock() {
        assertFound(Bug.FENCE_WITHOUT_LOCK, "guarantee 2");
    }

    @Test
    void findsAFenceWhoseLockAndCheckAreOneStatement() {
        assertFound(Bug.FENCE_ONE_STATEMENT, "guarantee 2");
    }

    @Test
    void findsAFenceUnderRepeatableRead() {
        assertFound(Bug.FENCE_REPEATABLE_READ, "guarantee 2");
    }

    @Test
    void findsAGateThatIsTimedFromTheAnswer() {
        assertFound(Bug.GATE_FROM_ANSWER, "guarantee 3");
    }

    @Test
    void findsAGateWithoutAMarginForTheRateOfClocks() {
        assertFound(Bug.GATE_WITHOUT_MARGIN, "guarantee 3", 4_000);
    }

    @Test
    void findsARenewalWithoutTheEpochInItsPredicate() {
        assertFound(Bug.RENEW_WITHOUT_EPOCH, "guarantee 1");
    }

    @Test
    void findsAReleaseThatSetsTheEpochBack() {
        assertFound(Bug.EPOCH_RESET_ON_RELEASE, "guarantee 1");
    }

    @Test
    void findsAnExclusiveTakeoverThatIgnoresTheTrustWindow() {
        assertFound(Bug.NO_TRUST_WINDOW, "guarantee 3");
    }

    @Test
    void findsTheMarkOfAHolderThatWasStillWaiting() {
        assertFound(Bug.RELEASED_WHILE_WAITING, "guarantee 3");
    }

    @Test
    void findsAStoreThatBelievesAnOldTimeline() {
        assertFound(Bug.TIMELINE_IGNORED, "guarantee", 1_750);
    }

    @Test
    void findsAWaitingSuccessorThatForgetsItsPredecessorsTrustWindow() {
        assertFound(Bug.TRUST_NOT_CARRIED, "guarantee 3", 12_400);
    }

    @Test
    void findsATakeoverThatDoesNotLockTheRowItReads() {
        assertFound(Bug.TAKE_WITHOUT_ROW_LOCK, "history", 400);
    }

    @Test
    void findsAWriterThatTellsNobodyOfARefusedFence() {
        assertFound(Bug.REFUSAL_NOT_TOLD, "guarantee 5");
    }

    @Test
    void findsAGateThatForgetsASuspicion() {
        assertFound(Bug.GATE_IGNORES_SUSPICION, "guarantee 5");
    }

    @Test
    void findsAWatchThatDoesNotSeeThatTheMachineHasSlept() {
        assertFound(Bug.SLEEP_NOT_NOTICED, "guarantee 3");
    }

    @Test
    void findsACandidateThatLetsAnotherGoFirstAndKeepsTheLock() {
        assertFound(Bug.DEFERRED_KEEPS_LOCK, "transfer");
    }

    @Test
    void findsAHolderThatIsAlwaysLateAndNeverGivesUp() {
        assertFound(Bug.LATE_HEARTBEATS_FORGIVEN, "guarantee 6");
    }

    @Test
    void findsASuccessorThatBelievesAnExpirySetByHand() {
        assertFound(Bug.HAND_EXPIRY_BELIEVED, "guarantee 3");
    }

    @Test
    void findsACommitWithoutProofThatTheFenceIsStillHeld() {
        assertFound(Bug.FENCE_NOT_PROVEN, "guarantee 2");
    }

    @Test
    void findsAFenceWhoseKeyDependsOnTheSpellingOfAName() {
        assertFound(Bug.FENCE_KEY_BY_SPELLING, "guarantee 2");
    }

    @Test
    void findsALeapThatIsTheSameInEveryHistory() {
        assertFound(Bug.LEAP_BY_A_CONSTANT, "guarantee 1", 100);
    }

    @Test
    void findsARoleWithoutARowThatDoesNotAskForOtherHistories() {
        assertFound(Bug.OTHER_HISTORIES_NOT_TOLD, "guarantee 1");
    }

    @Test
    void findsALockThatForgetsWhatTheNextGateHasToWaitFor() {
        assertFound(Bug.LOCK_FORGETS_WHAT_IS_OWED, "guarantee 3");
    }

    @Test
    void findsACandidateThatDoesNotSeeAReservation() {
        assertFound(Bug.RESERVATION_NOT_SEEN, "transfer");
    }

    @Test
    void findsAnInstanceThatStandsBesideItsOldWork() {
        assertFound(Bug.OLD_WORK_FORGOTTEN, "work");
    }

    @Test
    void findsAnEvictionThatDoesNotLookAgain() {
        assertFound(Bug.EVICTION_WITHOUT_A_SECOND_LOOK, "eviction");
    }

    private static void assertFound(Bug bug, String guarantee) {
        assertFound(bug, guarantee, 0);
    }

    /** Rare ones begin shortly before a seed that is known to find them, only to save time. */
    private static void assertFound(Bug bug, String guarantee, long from) {
        long seed = new Campaign(bug, 2).run(from, from + SEEDS, any -> {}).failedSeed();

        assertThat(seed).as("the first seed that finds " + bug).isNotNegative();
        Simulation.Result shrunk = new Shrinker(bug).shrink(Scenario.of(seed));
        assertThat(shrunk.violation()).startsWith(guarantee);
        assertThat(Report.of(shrunk)).contains("seed " + seed, "VIOLATION");
    }
}
