package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Backoff;
import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent;
import dev.baton.LeadershipEvent.Cause;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.StaleTokenException.Refusal;
import dev.baton.Strategy;
import dev.baton.spi.Departure;
import dev.baton.spi.Outcome;
import dev.baton.spi.Outcome.Deferred.Reason;
import dev.baton.spi.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Single steps again: boundaries, what is told, and what is nobody's business. Mutants lived here. */
class ElectionCornersTest {

    private static final LeaderToken TERM = new LeaderToken("r", "me", 1);
    private static final LeaderToken OTHER = new LeaderToken("r", "me", 9);
    private static final Strategy.Session SESSION = Strategy.session();
    private static final Strategy.Lease LEASE = Strategy.lease60();
    private static final Request AWAIT = new Request.Await(Duration.ofSeconds(1));
    private static final Request RENEW = new Request.Renew(TERM, true);
    private static final Request TAKE = new Request.Take(candidate(LEASE).bid(false));
    private static final long SECOND = 1_000_000_000;

    private final Election session = new Election(candidate(SESSION));
    private final Election lease = new Election(candidate(LEASE));

    @Test
    void onlyThePreferredAreLetFirstAndOnlyOnce() {
        Step preferred =
                answer(session, State.Following.fresh(), AWAIT, new Outcome.Deferred("n2", Reason.PREFERRED), 1);
        Step reserved = answer(session, State.Following.fresh(), AWAIT, new Outcome.Deferred("n2", Reason.RESERVED), 1);

        assertThat(preferred.effects()).containsExactly(new Effect.Disconnect());
        assertThat(((State.Following) preferred.next()).deferred()).isTrue();
        assertThat(((State.Following) reserved.next()).deferred()).isFalse();
        assertThat(reserved.next().alarmAt()).isBetween(SECOND, 2 * SECOND);
    }

    @Test
    void anEvictionIsToldAndTheLockAwaited() {
        Step step = answer(
                session, State.Following.fresh(), new Request.Evict(held(20, 0)), new Outcome.Evicted(held(20, 0)), 1);

        assertThat(told(step, Kind.HOLDER_EVICTED))
                .hasSize(1)
                .allMatch(event -> event.holderId().equals("you"));
        assertThat(step.effects())
                .anyMatch(effect -> effect instanceof Effect.Call call && call.request() instanceof Request.Await);
    }

    @Test
    void aHolderIsCalledStaleFromTheThresholdOnAndOncePerTerm() {
        Step fresh = answer(lease, State.Following.fresh(), TAKE, new Outcome.HeldBy(held(14, 30)), 1);
        Step stale = answer(lease, State.Following.fresh(), TAKE, new Outcome.HeldBy(held(15, 30)), 1);
        Step again = answer(lease, stale.next(), TAKE, new Outcome.HeldBy(held(16, 30)), 2);

        assertThat(told(fresh, Kind.LEADER_STALE)).isEmpty();
        assertThat(told(stale, Kind.LEADER_STALE)).hasSize(1);
        assertThat(told(again, Kind.LEADER_STALE)).isEmpty();
    }

    @Test
    void aFollowerSleepsUntilTheExpiryAndALittleOrForItsInterval() {
        long min = Backoff.DEFAULT.min().toNanos();

        assertThat(answer(lease, State.Following.fresh(), TAKE, new Outcome.HeldBy(held(1, 10)), 1)
                        .next()
                        .alarmAt())
                .isEqualTo(11 * SECOND + (long) (min * (0.05 + 0.45 * 0.5)));
        assertThat(answer(lease, State.Following.fresh(), TAKE, new Outcome.HeldBy(held(1, 50)), 1)
                        .next()
                        .alarmAt())
                .isEqualTo(31 * SECOND);
        assertThat(answer(lease, State.Following.fresh(), TAKE, new Outcome.HeldBy(held(90, -30)), 1)
                        .next()
                        .alarmAt())
                .isEqualTo(SECOND);
    }

    @Test
    void aFollowerIgnoresWhatIsForLeaders() {
        State.Following waiting = State.Following.fresh().waitingUntil(5 * SECOND);

        assertThat(session.step(waiting, new Event.LeaveRequested(new Exit.Transfer("n2")), at(1))
                        .next())
                .isEqualTo(waiting);
        assertThat(session.step(waiting, new Event.TimeJumped(), at(1)).next()).isEqualTo(waiting);
        assertThat(session.step(waiting, new Event.WorkEnded(TERM, "done"), at(1))
                        .next())
                .isEqualTo(waiting);
    }

    @Test
    void aLeaderIgnoresWhatIsForOtherTerms() {
        State.Leading leading = leading(session);

        for (Event event : List.of(
                new Event.FenceRefused(OTHER, Refusal.SUPERSEDED, 0),
                new Event.StepDown(OTHER, "sick"),
                new Event.WorkEnded(OTHER, "done"),
                new Event.Nudged(),
                new Event.Started())) {
            assertThat(session.step(leading, event, at(1))).isEqualTo(Step.stay(leading));
        }
    }

    @Test
    void whoStepsDownLosesTheTermAndTellsWhy() {
        Step step = session.step(leading(session), new Event.StepDown(TERM, "sick"), at(1));

        assertThat(step.effects().get(0)).isEqualTo(new Effect.ShutGate(TERM));
        assertThat(told(step, Kind.LEADER_LOST))
                .hasSize(1)
                .allMatch(event ->
                        event.cause() == Cause.STEPPED_DOWN && event.reason().equals("sick"));
        assertThat(((State.Following) step.next()).failures()).isEqualTo(1);
    }

    @Test
    void aTermThatIsLostToAnotherIsNoErrorOfTheDatabase() {
        Step step = answer(session, leading(session), RENEW, new Outcome.Lost("no row"), 1);

        assertThat(((State.Following) step.next()).failures()).isZero();
    }

    @Test
    void lateHeartbeatsAreGivenUpOnAfterASessionLeaseAndNotBefore() {
        State.Leading leading = leading(session);
        long end = leading.openUntil() + SESSION.sessionLease().toNanos();

        assertThat(lateBy(leading, end - 1).next()).isInstanceOf(State.Leading.class);
        assertThat(lateBy(leading, end).next()).isInstanceOf(State.Following.class);
        assertThat(told(lateBy(leading, end), Kind.LEADER_LOST))
                .allMatch(event -> event.cause() == Cause.LATE_HEARTBEATS);
    }

    @Test
    void anAlarmBeforeItsTimeSendsNothing() {
        State.Leading leading = leading(session);

        assertThat(session.step(leading, new Event.AlarmRang(), new Moment(leading.beatAt() - 1, 0.5)))
                .isEqualTo(Step.stay(leading));
        assertThat(session.step(leading, new Event.AlarmRang(), new Moment(leading.beatAt(), 0.5))
                        .effects())
                .containsExactly(new Effect.Call(RENEW));
    }

    @Test
    void whatATermBeganAfterAndHowLongItTookIsTold() {
        for (boolean failover : List.of(true, false)) {
            Step step = answerTo(lease, State.Following.fresh(), TAKE, SECOND, acquired(failover), 4);

            LeadershipEvent event = told(step, Kind.LEADER_ACQUIRED).get(0);
            assertThat(event.cause()).isEqualTo(failover ? Cause.FAILOVER : Cause.VACANCY);
            assertThat(event.reason()).contains(failover ? "without releasing" : "was free");
            assertThat(event.elapsed()).isEqualTo(Duration.ofSeconds(3));
        }
    }

    @Test
    void howLongARequestTookIsTold() {
        Outcome away = new Outcome.Failed(new IllegalStateException("away"));
        Step failed = answerTo(lease, State.Following.fresh(), TAKE, SECOND, away, 4);
        Step renewed = answerTo(lease, leading(lease), RENEW, SECOND, new Outcome.Renewed(Instant.EPOCH), 4);

        assertThat(told(failed, Kind.LEADER_ACQUIRE_FAILED).get(0).elapsed()).isEqualTo(Duration.ofSeconds(3));
        assertThat(told(renewed, Kind.LEADER_RENEWED).get(0).elapsed()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void whoLeavesWaitsForItsWorkUntilTheDrainIsOver() {
        State leaving = session.step(leading(session), new Event.LeaveRequested(new Exit.Stop()), at(0))
                .next();

        assertThat(session.step(leaving, new Event.AlarmRang(), at(4)).next()).isInstanceOf(State.Leading.class);
        assertThat(session.step(leaving, new Event.AlarmRang(), at(5)).next()).isInstanceOf(State.Leaving.class);
    }

    @Test
    void whoWasLeavingForGoodAndLostTheTermRests() {
        for (Exit exit : List.of(new Exit.Stop(), new Exit.Transfer("n2"))) {
            State leaving = session.step(leading(session), new Event.LeaveRequested(exit), at(0))
                    .next();

            assertThat(answer(session, leaving, RENEW, new Outcome.Lost("no row"), 1)
                            .next())
                    .isInstanceOf(exit.returns() ? State.Following.class : State.Resting.class);
        }
    }

    @Test
    void aTermThatAnotherTookIsNotGivenBack() {
        Step taken = answer(lease, leading(lease), RENEW, new Outcome.Lost("superseded"), 1);
        Step failed = answer(lease, leading(lease), RENEW, new Outcome.Failed(new IllegalStateException("away")), 1);

        assertThat(taken.effects()).noneMatch(Effect.Call.class::isInstance);
        assertThat(failed.effects())
                .anyMatch(effect -> effect instanceof Effect.Call call && call.request() instanceof Request.Release);
    }

    @Test
    void whoLeavesToComeBackBeforeItsGateOpenedStandsAgain() {
        State.Leading quiet = (State.Leading) answer(
                        session,
                        State.Following.fresh().grantedAt(0),
                        TAKE,
                        new Outcome.Acquired(TERM, Instant.EPOCH, Duration.ofSeconds(2), true),
                        0)
                .next();

        assertThat(session.step(quiet, new Event.LeaveRequested(new Exit.Transfer("n2")), at(1))
                        .next())
                .isInstanceOf(State.Following.class);
        assertThat(session.step(quiet, new Event.LeaveRequested(new Exit.Stop()), at(1))
                        .next())
                .isInstanceOf(State.Resting.class);
    }

    @Test
    void aRoleAtRestIsStoodForOnlyWhenItIsStarted() {
        State resting = session.initial();

        for (Event event : List.of(
                new Event.AlarmRang(),
                new Event.Nudged(),
                new Event.TimeJumped(),
                new Event.WorkEnded(TERM, "done"),
                new Event.LeaveRequested(new Exit.Drain()))) {
            assertThat(session.step(resting, event, at(1))).isEqualTo(Step.stay(resting));
        }
    }

    @Test
    void heartbeatsMoveTheDeadlineAndBeginNoWorkAgain() {
        for (Election election : List.of(session, lease)) {
            Step step = answerTo(election, leading(election), RENEW, SECOND / 2, new Outcome.Renewed(Instant.EPOCH), 1);

            assertThat(step.next()).isInstanceOf(State.Leading.class);
            assertThat(step.effects())
                    .anyMatch(effect -> effect instanceof Effect.OpenGate open && open.sentAt() == SECOND / 2)
                    .noneMatch(Effect.BeginWork.class::isInstance);
        }
    }

    /** The row says whether the term is over, and it was renewed. */
    @Test
    void lateHeartbeatsOfALeaseAreNotGivenUpOn() {
        long late = LEASE.gateWindow().toSeconds() + SESSION.sessionLease().toSeconds() + 1;
        Step step = answer(lease, leading(lease), RENEW, new Outcome.Renewed(Instant.EPOCH), late);

        assertThat(step.next()).isInstanceOf(State.Leading.class);
        assertThat(step.effects()).noneMatch(Effect.OpenGate.class::isInstance);
    }

    @Test
    void withALeaseTheWaitForAPredecessorCountsFromTheAnswer() {
        Outcome inTurn = new Outcome.Acquired(TERM, Instant.EPOCH, Duration.ofSeconds(2), true);
        State.Following granted = State.Following.fresh().grantedAt(29 * SECOND);

        assertThat(((State.Leading) answerTo(session, granted, TAKE, 29 * SECOND, inTurn, 30)
                                .next())
                        .opensAt())
                .as("nobody else had the lock from then on")
                .isEqualTo(31 * SECOND);
        for (State.Following state : List.of(State.Following.fresh(), granted)) {
            assertThat(((State.Leading) answerTo(lease, state, TAKE, 29 * SECOND, inTurn, 30)
                                    .next())
                            .opensAt())
                    .isEqualTo(32 * SECOND);
        }
    }

    @Test
    void whoReturnsAfterLeavingASessionPausesAsAfterARefusal() {
        State leaving = session.step(leading(session), new Event.WorkEnded(TERM, "done"), at(1))
                .next();
        Request release = new Request.Release(TERM, Departure.free(Departure.Kind.RELEASED, "done"));

        for (Outcome outcome : List.of(new Outcome.Released(), new Outcome.Failed(new IllegalStateException("away")))) {
            Step left = answer(session, leaving, release, outcome, 1);

            assertThat(left.next().alarmAt())
                    .isEqualTo(SECOND + Backoff.DEFAULT.afterRefusal(0.5).toNanos());
            assertThat(((State.Following) left.next()).owed()).isEmpty();
        }
    }

    @Test
    void aReleaseThatFailedOrFoundNothingIsToldAsALoss() {
        State leaving = session.step(leading(session), new Event.WorkEnded(TERM, "done"), at(1))
                .next();
        Request release = new Request.Release(TERM, Departure.free(Departure.Kind.RELEASED, "done"));

        Step failed = answer(session, leaving, release, new Outcome.Failed(new IllegalStateException("away")), 1);
        Step superseded = answer(session, leaving, release, new Outcome.Lost("no row"), 1);
        assertThat(told(failed, Kind.LEADER_LOST))
                .extracting(LeadershipEvent::cause)
                .containsExactly(Cause.DATABASE_ERROR);
        assertThat(told(superseded, Kind.LEADER_LOST))
                .extracting(LeadershipEvent::cause)
                .containsExactly(Cause.SUPERSEDED);
        assertThat(told(failed, Kind.LEADER_RELEASED)).isEmpty();
        assertThat(told(superseded, Kind.LEADER_RELEASED)).isEmpty();
    }

    @Test
    void afterAJumpOfTimeTheLeaderBeatsAtOnce() {
        assertThat(session.step(leading(session), new Event.TimeJumped(), at(0)).effects())
                .containsExactly(new Effect.Call(RENEW));
    }

    /** Else it would neither open nor beat, and its alarm would ring for ever. */
    @Test
    void aWaitThatIsOverAfterTheLastHeartbeatIsTooOldSendsAnother() {
        Outcome inTurn =
                new Outcome.Acquired(TERM, Instant.EPOCH, SESSION.gateWindow().plusSeconds(1), true);
        State quiet = answer(session, State.Following.fresh().grantedAt(0), TAKE, inTurn, 0)
                .next();

        Step due = session.step(
                quiet, new Event.AlarmRang(), at(SESSION.gateWindow().toSeconds() + 2));
        assertThat(due.effects()).containsExactly(new Effect.Call(new Request.Renew(TERM, false)));
    }

    private Step lateBy(State.Leading leading, long now) {
        return session.step(
                leading,
                new Event.Replied(RENEW, leading.beatAt(), new Outcome.Renewed(Instant.EPOCH)),
                new Moment(now, 0.5));
    }

    private static List<LeadershipEvent> told(Step step, Kind kind) {
        return step.effects().stream()
                .filter(Effect.Announce.class::isInstance)
                .map(effect -> ((Effect.Announce) effect).event())
                .filter(event -> event.kind() == kind)
                .toList();
    }

    private static State.Leading leading(Election election) {
        State.Following granted = State.Following.fresh().grantedAt(0);
        return (State.Leading)
                answer(election, granted, TAKE, acquired(false), 0).next();
    }

    private static Outcome acquired(boolean failover) {
        return new Outcome.Acquired(TERM, Instant.EPOCH, Duration.ZERO, failover);
    }

    private static Sighting held(long age, long remaining) {
        return new Sighting(
                "you", "n2", 3, Duration.ofSeconds(remaining), Duration.ofSeconds(age), "77", Optional.empty());
    }

    /** An answer to something that was sent at 0. */
    private static Step answer(Election election, State state, Request request, Outcome outcome, long second) {
        return answerTo(election, state, request, 0, outcome, second);
    }

    private static Step answerTo(
            Election election, State state, Request request, long sentAt, Outcome outcome, long second) {
        return election.step(state, new Event.Replied(request, sentAt, outcome), at(second));
    }

    private static Moment at(long second) {
        return new Moment(second * SECOND, 0.5);
    }

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
}
