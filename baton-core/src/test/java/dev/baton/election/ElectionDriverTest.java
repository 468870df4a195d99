package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Backoff;
import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.NotLeaderException;
import dev.baton.StaleTokenException;
import dev.baton.StaleTokenException.Refusal;
import dev.baton.Strategy;
import dev.baton.election.Surroundings.Turn;
import dev.baton.spi.Outcome;
import dev.baton.spi.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The driver turn by turn, with a clock that the test moves and a store that the test plays. */
class ElectionDriverTest {

    private static final LeaderToken TERM = new LeaderToken("r", "me", 1);

    private final RecordedSurroundings outside = new RecordedSurroundings();
    private final ElectionDriver driver = driver(Strategy.session());

    private static Candidate candidate(Strategy strategy) {
        return new Candidate(
                "r",
                "me",
                "n1",
                strategy,
                7,
                Backoff.DEFAULT,
                false,
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofSeconds(15));
    }

    private ElectionDriver driver(Strategy strategy) {
        Candidate candidate = candidate(strategy);
        return driver(() -> candidate, new Election(candidate));
    }

    private ElectionDriver driver(Supplier<Candidate> candidate, Step.Rules rules) {
        ElectionDriver made = new ElectionDriver(candidate, rules, new HeartbeatAlignment(() -> 0.5), outside, outside);
        outside.gate = made::gate;
        return made;
    }

    /** Goes on until the driver wants an answer or sleeps. */
    private static Turn run(ElectionDriver driver) {
        Turn turn = driver.proceed();
        while (turn instanceof Turn.Again) {
            turn = driver.proceed();
        }
        return turn;
    }

    private static Request asked(Turn turn) {
        return ((Turn.Ask) turn).request();
    }

    private void lead(ElectionDriver candidate, boolean session) {
        candidate.stand();
        if (session) {
            assertThat(asked(run(candidate))).isInstanceOf(Request.Await.class);
            candidate.answered(new Outcome.Granted());
        }
        assertThat(asked(run(candidate))).isInstanceOf(Request.Take.class);
        candidate.answered(new Outcome.Acquired(TERM, Instant.EPOCH, Duration.ZERO, false));
        assertThat(run(candidate)).isInstanceOf(Turn.Sleep.class);
        assertThat(candidate.gate().isLeader()).isTrue();
    }

    private static StaleTokenException refusal(Refusal refusal) {
        return new StaleTokenException(TERM, refusal, "refused");
    }

    @Test
    void whoIsClosedEndsWhenItHasLeft() {
        ElectionDriver lease = driver(Strategy.lease60());
        lead(lease, false);

        lease.close();
        assertThat(lease.transferTo("n2")).isCompletedExceptionally();
        assertThat(run(lease)).isInstanceOf(Turn.Sleep.class);
        outside.workEnded.accept("done");
        assertThat(asked(run(lease))).isInstanceOf(Request.Release.class);
        lease.answered(new Outcome.Released());

        assertThat(run(lease)).isInstanceOf(Turn.End.class);
        assertThat(outside.announced).contains(Kind.LEADER_RELEASED);
    }

    /** With takeover {@code immediate} the next gate opens with the end of this session. */
    @Test
    void whoIsCutOffShutsItsGateBeforeItsSessionGoesAndBeginsNothing() {
        lead(driver, true);
        driver.close();

        driver.cutOff();
        assertThat(outside.calls).endsWith("cutOff, gate shut");
        assertThat(run(driver)).isInstanceOf(Turn.End.class);
        assertThat(outside.calls).doesNotContain("finish");
    }

    @Test
    void whoIsCutOffInTheMidstOfAStepFinishesIt() {
        driver.stand();
        assertThat(asked(run(driver))).isInstanceOf(Request.Await.class);

        driver.close();
        driver.cutOff();
        driver.answered(new Outcome.Failed(new IllegalStateException("cut off")));
        assertThat(driver.proceed()).isNotInstanceOf(Turn.End.class);
        assertThat(run(driver)).isInstanceOf(Turn.End.class);
    }

    @Test
    void aReleaseIsToldToThoseWhoWaitForThatLease() {
        ElectionDriver follower = driver(Strategy.lease60());
        follower.stand();
        assertThat(asked(run(follower))).isInstanceOf(Request.Take.class);
        follower.answered(new Outcome.HeldBy(Sighting.nobody(Duration.ofMinutes(1))));
        assertThat(run(follower)).isInstanceOf(Turn.Sleep.class);
        ElectionDriver leader = driver(Strategy.lease60());
        lead(leader, false);
        assertThat(new AwaitedReleases(List.of(leader, driver(Strategy.session()))).areNone())
                .isTrue();

        AwaitedReleases awaited = new AwaitedReleases(List.of(leader, follower));
        assertThat(awaited.areNone()).isFalse();
        awaited.rolesReleased(List.of("other"));
        assertThat(run(follower)).isInstanceOf(Turn.Sleep.class);
        awaited.rolesReleased(List.of("r"));
        assertThat(asked(run(follower))).isInstanceOf(Request.Take.class);
        assertThat(run(leader)).isInstanceOf(Turn.Sleep.class);
    }

    @Test
    void aReleaseIsToldToACandidateWhoseLeaseWasDecidedLate() {
        AtomicReference<Candidate> candidate = new AtomicReference<>(candidate(Strategy.session()));
        ElectionDriver follower = driver(candidate::get, new Election(candidate(Strategy.lease60())));
        follower.stand();
        assertThat(asked(run(follower))).isInstanceOf(Request.Take.class);
        follower.answered(new Outcome.HeldBy(Sighting.nobody(Duration.ofMinutes(1))));
        assertThat(run(follower)).isInstanceOf(Turn.Sleep.class);

        assertThat(new AwaitedReleases(List.of(follower)).areNone()).isTrue();
        candidate.set(candidate(Strategy.lease60()));
        assertThat(new AwaitedReleases(List.of(follower)).areNone()).isFalse();
    }

    @Test
    void aTermIsTakenAndItsWorkBegins() {
        lead(driver, true);

        assertThat(outside.calls).contains("begin");
        assertThat(outside.announced).containsExactly(Kind.LEADER_ACQUIRED, Kind.GATE_OPENED);
        assertThat(driver.attempts()).isEqualTo(2);
    }

    @Test
    void aSupersededFenceShutsTheGateBeforeTheDriverRunsAgain() {
        lead(driver, true);

        driver.fenceRefused(refusal(Refusal.SUPERSEDED));
        assertThat(driver.gate().isLeader()).isFalse();
        assertThat(outside.announced).contains(Kind.FENCED_WRITE_REJECTED, Kind.GATE_CLOSED);

        run(driver);
        assertThat(outside.announced).contains(Kind.LEADER_LOST);
        assertThat(driver.state()).isInstanceOf(State.Following.class);
    }

    @Test
    void withASessionAnExpiredFenceShutsTheGateUntilALaterHeartbeat() {
        lead(driver, true);

        driver.fenceRefused(refusal(Refusal.EXPIRED));
        assertThat(driver.gate().isLeader()).isFalse();

        outside.now++;
        assertThat(asked(run(driver))).isEqualTo(new Request.Renew(TERM, true));
        driver.answered(new Outcome.Renewed(Instant.EPOCH));
        run(driver);
        assertThat(driver.gate().isLeader()).isTrue();
    }

    @Test
    void withALeaseAnExpiredFenceShutsTheGateAndEndsTheTerm() {
        ElectionDriver lease = driver(Strategy.lease60());
        lead(lease, false);

        lease.fenceRefused(refusal(Refusal.EXPIRED));
        assertThat(lease.gate().isLeader()).isFalse();

        run(lease);
        assertThat(lease.state()).isInstanceOf(State.Following.class);
        assertThat(outside.announced).contains(Kind.LEADER_LOST);
    }

    @Test
    void aHeartbeatThatWasUnderWayDoesNotOpenTheGateAfterARefusal() {
        lead(driver, true);
        outside.now = driver.state().alarmAt();
        assertThat(asked(run(driver))).isInstanceOf(Request.Renew.class);

        driver.fenceRefused(refusal(Refusal.EXPIRED));
        driver.answered(new Outcome.Renewed(Instant.EPOCH));
        driver.proceed();
        while (driver.isMidStep()) {
            driver.proceed();
        }

        assertThat(driver.gate().isLeader()).isFalse();
    }

    @Test
    void theRefusalOfAnotherTermChangesNothing() {
        lead(driver, true);

        driver.fenceRefused(new StaleTokenException(new LeaderToken("r", "me", 0), Refusal.SUPERSEDED, "old"));

        assertThat(driver.gate().isLeader()).isTrue();
        assertThat(driver.inFlight().fencedWrites().rejected()).isEqualTo(1);
    }

    /** It would lead and do nothing, or work beside its own past. */
    @Test
    void whileWorkOfAnEarlierTermRunsTheInstanceDoesNotStand() {
        lead(driver, true);
        outside.unfinished = Optional.of(TERM);
        driver.stepDown(TERM, "sick");
        run(driver);

        outside.now = driver.state().alarmAt();
        assertThat(run(driver)).isInstanceOf(Turn.Sleep.class);
        assertThat(outside.announced).contains(Kind.LEADER_ACQUIRE_FAILED);
        outside.now += 1_000_000;
        assertThat(driver.oldWork().heldUp()).isEqualTo(Duration.ofMillis(1));
        assertThat(driver.attempts()).isEqualTo(2);

        outside.unfinished = Optional.empty();
        outside.now = driver.state().alarmAt();
        assertThat(asked(run(driver))).isInstanceOf(Request.Await.class);
        assertThat(driver.oldWork().heldUp()).isZero();
    }

    @Test
    void aStopInterruptsTheWaitAndIsTakenInsteadOfItsFailure() {
        driver.stand();
        assertThat(asked(run(driver))).isInstanceOf(Request.Await.class);

        CompletableFuture<Void> stopped = driver.stop();
        assertThat(outside.calls).contains("interruptAwait");
        driver.answered(new Outcome.Failed(new Exception("interrupted")));
        run(driver);

        assertThat(driver.isResting()).isTrue();
        assertThat(stopped).isCompleted();
        assertThat(outside.announced).isEmpty();
    }

    @Test
    void aStopThatComesBetweenTwoWaitsIsSeenBeforeTheNext() {
        driver.stand();
        run(driver);
        CompletableFuture<Void> stopped = driver.stop();
        driver.answered(new Outcome.HeldBy(Sighting.nobody(Duration.ofSeconds(10))));
        run(driver);

        assertThat(driver.isResting()).isTrue();
        assertThat(stopped).isCompleted();
        assertThat(driver.attempts()).isEqualTo(1);
    }

    @Test
    void leavingWaitsForTheWorkAndForFencedTransactionsUnderWay() {
        lead(driver, true);
        driver.inFlight().transactionBegins();
        CompletableFuture<Void> drained = driver.drain();
        run(driver);
        assertThat(outside.calls).contains("finish");
        assertThatThrownBy(() -> driver.ensureMayStart(TERM)).isInstanceOf(NotLeaderException.class);

        outside.workEnded.accept("done");
        assertThat(run(driver)).isInstanceOf(Turn.Sleep.class);
        driver.inFlight().transactionEnds();
        assertThat(asked(run(driver))).isInstanceOf(Request.Release.class);
        assertThat(drained).isNotCompleted();
    }

    @Test
    void afterADefectTheGateIsShutAndTheInstanceStandsAgain() {
        lead(driver, true);

        driver.recover();

        assertThat(driver.gate().isLeader()).isFalse();
        assertThat(outside.calls).contains("interruptAll", "disconnect");
        assertThat(((Turn.Sleep) run(driver)).until())
                .isEqualTo(outside.now + Backoff.DEFAULT.errorMax().toNanos());
    }

    @Test
    void aTransferIsAnsweredWhateverBecomesOfItsTerm() {
        lead(driver, true);
        CompletableFuture<Void> lost = driver.transferTo("n2");
        driver.stepDown(TERM, "sick");
        run(driver);
        assertThat(lost).isCompletedExceptionally();

        ElectionDriver defective = driver(Strategy.session());
        lead(defective, true);
        CompletableFuture<Void> forgotten = defective.transferTo("n2");
        defective.recover();
        assertThat(forgotten).isCompletedExceptionally();
        assertThat(defective.state()).isInstanceOf(State.Following.class);

        ElectionDriver stopped = driver(Strategy.session());
        lead(stopped, true);
        CompletableFuture<Void> stays = stopped.transferTo("n2");
        stopped.end();
        assertThat(stays).isCompletedExceptionally();
        assertThat(stopped.transferTo("n2")).isCompletedExceptionally();
    }

    @Test
    void whoWasLeavingForGoodWhenADefectShowedRests() {
        lead(driver, true);
        CompletableFuture<Void> drained = driver.drain();
        run(driver);

        driver.recover();

        assertThat(driver.isResting()).isTrue();
        assertThat(drained).isCompleted();
    }

    /** Found by simulation: the event that meets the defect may be a wish. */
    @Test
    void aWishThatMeetsADefectIsNotForgotten() {
        AtomicBoolean defect = new AtomicBoolean(true);
        Election election = new Election(candidate(Strategy.session()));
        Step.Rules rules = new Step.Rules() {
            @Override
            public State initial() {
                return election.initial();
            }

            @Override
            public Step step(State state, Event event, Moment moment) {
                if (defect.getAndSet(false)) {
                    throw new IllegalStateException("a defect");
                }
                return election.step(state, event, moment);
            }
        };
        ElectionDriver defective = driver(() -> candidate(Strategy.session()), rules);

        defective.stand();
        assertThatThrownBy(() -> run(defective)).hasMessage("a defect");
        defective.recover();
        assertThat(defective.state()).isInstanceOf(State.Following.class);

        CompletableFuture<Void> drained = defective.drain();
        defect.set(true);
        assertThatThrownBy(() -> run(defective)).hasMessage("a defect");
        defective.recover();
        assertThat(defective.isResting()).isTrue();
        assertThat(drained).isCompleted();
    }

    @Test
    void atTheEndNobodyWaitsAndNothingOpensTheGate() {
        lead(driver, true);
        CompletableFuture<Void> drained = driver.drain();

        driver.end();

        assertThat(drained).isCompleted();
        assertThat(outside.calls).contains("close");
        driver.gate().open(TERM, outside.now + 1, Long.MAX_VALUE);
        assertThat(driver.gate().isLeader()).isFalse();
    }
}
