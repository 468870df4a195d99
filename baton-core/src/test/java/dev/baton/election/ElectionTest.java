package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Backoff;
import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.StaleTokenException.Refusal;
import dev.baton.Strategy;
import dev.baton.spi.Departure;
import dev.baton.spi.Outcome;
import dev.baton.spi.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Single steps, each a line of the protocol. The simulation puts them together. */
class ElectionTest {

    private static final LeaderToken TERM = new LeaderToken("r", "me", 1);
    private static final long MILLI = 1_000_000;
    private static final Exception ERROR = new Exception("gone");

    private final Election session = election(Strategy.session());
    private final Election lease = election(Strategy.lease60());

    @Test
    void aCandidateWaitsForTheSessionLockOrAsksForTheLease() {
        assertThat(calls(session.step(session.initial(), new Event.Started(), at(0))))
                .isInstanceOf(Request.Await.class);
        assertThat(calls(lease.step(lease.initial(), new Event.Started(), at(0))))
                .isInstanceOf(Request.Take.class);
    }

    @Test
    void aStaleHolderIsEvicted() {
        Sighting stale = new Sighting("you", "n2", 3, Duration.ZERO, Duration.ofSeconds(11), "77", Optional.empty());
        Step step = reply(session, following(session), new Request.Await(Duration.ofSeconds(1)), 0, held(stale), 1);

        assertThat(calls(step)).isEqualTo(new Request.Evict(stale));
    }

    @Test
    void anErrorDropsTheSessionAndBacksOff() {
        Step step = reply(session, following(session), await(), 0, new Outcome.Failed(ERROR), 10);

        assertThat(step.effects()).contains(new Effect.Disconnect());
        assertThat(step.next().alarmAt()).isBetween(10 * MILLI, 1_000 * MILLI);
    }

    @Test
    void theGateOpensAtOnceAndUntilAWindowAfterTheSending() {
        State.Leading leading = leading(session, Duration.ZERO);
        Step step = acquire(session, Duration.ZERO);

        assertThat(leading.opened()).isTrue();
        long deadline = 20 * MILLI + Strategy.session().gateWindow().toNanos();
        assertThat(step.effects()).contains(new Effect.OpenGate(TERM, 20 * MILLI, deadline));
        assertThat(step.effects()).contains(new Effect.BeginWork(TERM));
    }

    @Test
    void aWaitingSuccessorOpensOnlyAfterTheQuietTime() {
        State.Leading leading = leading(session, Duration.ofSeconds(2));
        assertThat(leading.opened()).isFalse();

        Step early = session.step(leading, new Event.AlarmRang(), at(500));
        assertThat(calls(early)).isEqualTo(new Request.Renew(TERM, false));
        Step beaten = reply(session, early.next(), calls(early), 1_900, renewed(), 1_905);
        assertThat(beaten.effects()).noneMatch(Effect.OpenGate.class::isInstance);
        Step due = session.step(beaten.next(), new Event.AlarmRang(), at(2_011));
        assertThat(due.effects()).anyMatch(Effect.OpenGate.class::isInstance);
    }

    @Test
    void oneWhoLeavesBeforeOpeningSetsNoMark() {
        Step step = session.step(
                leading(session, Duration.ofSeconds(2)), new Event.LeaveRequested(new Exit.Stop()), at(30));

        assertThat(step.effects()).noneMatch(Effect.Call.class::isInstance).contains(new Effect.Disconnect());
        assertThat(step.next()).isInstanceOf(State.Resting.class);
    }

    @Test
    void anyFailedRenewalShutsTheGateFirst() {
        for (Outcome outcome : List.of(new Outcome.Lost("no row"), new Outcome.Failed(ERROR))) {
            Step step = reply(lease, leading(lease, Duration.ZERO), renew(), 100, outcome, 101);

            assertThat(step.effects().get(0)).isEqualTo(new Effect.ShutGate(TERM));
            assertThat(step.next()).isInstanceOf(State.Following.class);
        }
    }

    @Test
    void aLateHeartbeatKeepsTheRoleAndTheNextGoodOneOpensAgain() {
        State.Leading leading = leading(session, Duration.ZERO);
        Step late = reply(session, leading, renew(), 400, renewed(), 2_500);
        assertThat(late.effects()).noneMatch(Effect.OpenGate.class::isInstance);
        assertThat(late.next().alarmAt()).isEqualTo(2_500 * MILLI);

        Step good = reply(session, late.next(), renew(), 2_500, renewed(), 2_501);
        assertThat(good.effects()).anyMatch(Effect.OpenGate.class::isInstance);
    }

    @Test
    void aGateShutForASessionLeaseEndsTheTerm() {
        Step step = reply(session, leading(session, Duration.ZERO), renew(), 400, renewed(), 13_000);

        assertThat(step.effects().get(0)).isEqualTo(new Effect.ShutGate(TERM));
        assertThat(step.next()).isInstanceOf(State.Following.class);
    }

    @Test
    void aRefusalForExpiryAloneCostsASessionHolderAHeartbeatAndALeaseHolderTheTerm() {
        Event refused = new Event.FenceRefused(TERM, Refusal.EXPIRED, Long.MAX_VALUE);

        assertThat(calls(session.step(leading(session, Duration.ZERO), refused, at(50))))
                .isInstanceOf(Request.Renew.class);
        assertThat(lease.step(leading(lease, Duration.ZERO), refused, at(50)).next())
                .isInstanceOf(State.Following.class);
    }

    @Test
    void aRefusalOfAnOlderTermChangesNothing() {
        State.Leading leading = leading(session, Duration.ZERO);
        Event old = new Event.FenceRefused(new LeaderToken("r", "me", 0), Refusal.SUPERSEDED, 0);

        assertThat(session.step(leading, old, at(50)).next()).isEqualTo(leading);
    }

    @Test
    void theStrongerOfTwoWaysOfLeavingIsTakenAndTheTimeNotProlonged() {
        State.Leading leading = leading(session, Duration.ZERO);
        Step drain = session.step(leading, new Event.LeaveRequested(new Exit.Drain()), at(50));
        Step transfer = session.step(drain.next(), new Event.LeaveRequested(new Exit.Transfer("n2")), at(60));
        assertThat(transfer.next()).isEqualTo(drain.next());

        Step stop = session.step(transfer.next(), new Event.LeaveRequested(new Exit.Stop()), at(70));
        assertThat(((State.Leading) stop.next()).exit()).contains(new Exit.Stop());
        assertThat(((State.Leading) stop.next()).exitBy()).isEqualTo(((State.Leading) drain.next()).exitBy());
    }

    @Test
    void aTransferBeforeTheGateOpenedIsToldAsWhatItIs() {
        Step step = session.step(
                leading(session, Duration.ofSeconds(2)), new Event.LeaveRequested(new Exit.Transfer("n2")), at(30));

        assertThat(step.effects())
                .filteredOn(Effect.Announce.class::isInstance)
                .extracting(effect -> ((Effect.Announce) effect).event().kind())
                .containsExactly(Kind.LEADER_RELEASED);
    }

    @Test
    void anAnnouncementWakesWhoWaitsForAHolderAndNobodyWhoStandsBack() {
        Sighting holder =
                new Sighting("you", "n2", 3, Duration.ofSeconds(50), Duration.ofSeconds(1), "", Optional.empty());
        Step waiting = reply(lease, following(lease), new Request.Take(null), 0, held(holder), 1);
        Step standingBack = reply(lease, following(lease), new Request.Take(null), 0, new Outcome.Failed(ERROR), 1);

        assertThat(calls(lease.step(waiting.next(), new Event.Nudged(), at(2)))).isInstanceOf(Request.Take.class);
        assertThat(lease.step(standingBack.next(), new Event.Nudged(), at(2)).effects())
                .isEmpty();
    }

    @Test
    void refusalsForExpiryThatPrecedeTheLastHeartbeatCostNoOther() {
        Event old = new Event.FenceRefused(TERM, Refusal.EXPIRED, 0);

        assertThat(session.step(leading(session, Duration.ZERO), old, at(50)).effects())
                .isEmpty();
    }

    @Test
    void aLockInStrangeHandsIsToldOnce() {
        Sighting stale = new Sighting("you", "n2", 3, Duration.ZERO, Duration.ofSeconds(11), "77", Optional.empty());
        State state = following(session);
        long told = 0;
        for (int i = 0; i < 10; i++) {
            Step evict = reply(session, state, await(), i, held(stale), i);
            Step answer = reply(session, evict.next(), calls(evict), i, held(stale), i);
            told += answer.effects().stream()
                    .filter(Effect.Announce.class::isInstance)
                    .count();
            state = answer.next();
        }
        assertThat(told).isEqualTo(1);
    }

    @Test
    void leavingWaitsForTheWorkAndThenReleases() {
        Step asked = session.step(leading(session, Duration.ZERO), new Event.LeaveRequested(new Exit.Drain()), at(50));
        assertThat(asked.effects()).containsExactly(new Effect.FinishWork(TERM));

        Step ended = session.step(asked.next(), new Event.WorkEnded(TERM, "done"), at(60));
        assertThat(ended.effects().get(0)).isEqualTo(new Effect.ShutGate(TERM));
        assertThat(calls(ended)).isInstanceOf(Request.Release.class);

        Step left = reply(session, ended.next(), calls(ended), 60, new Outcome.Released(), 61);
        assertThat(left.next()).isInstanceOf(State.Resting.class);
    }

    @Test
    void workThatDoesNotEndIsNotWaitedForLongerThanTheDrainTimeout() {
        Step asked = session.step(leading(session, Duration.ZERO), new Event.LeaveRequested(new Exit.Drain()), at(50));

        assertThat(calls(session.step(asked.next(), new Event.AlarmRang(), at(10_050))))
                .isInstanceOf(Request.Release.class);
    }

    /** Found by simulation: a drain that was called off while the work was still finishing left the instance resting. */
    @Test
    void oneWhoIsStartedWhileLeavingStandsAgain() {
        Step asked = session.step(leading(session, Duration.ZERO), new Event.LeaveRequested(new Exit.Drain()), at(50));
        Step started = session.step(asked.next(), new Event.Started(), at(55));
        Step ended = session.step(started.next(), new Event.WorkEnded(TERM, "done"), at(60));
        Step left = reply(session, ended.next(), calls(ended), 60, new Outcome.Released(), 61);

        assertThat(left.next()).isInstanceOf(State.Following.class);
    }

    /** Else it would take its own live row again and again, while healthy ones wait for the row's expiry. */
    @Test
    void aTermWithALeaseThatWasGivenUpIsReleasedBeforeTheHolderStandsAgain() {
        Step down = lease.step(leading(lease, Duration.ZERO), new Event.StepDown(TERM, "sick"), at(50));
        assertThat(down.effects().get(0)).isEqualTo(new Effect.ShutGate(TERM));
        assertThat(calls(down)).isEqualTo(new Request.Release(TERM, Departure.free(Departure.Kind.LOST, "sick")));

        Step failed = reply(lease, down.next(), calls(down), 50, new Outcome.Failed(ERROR), 60);
        Step again = lease.step(
                failed.next(), new Event.AlarmRang(), at(failed.next().alarmAt() / MILLI + 1));
        assertThat(calls(again)).isEqualTo(calls(down));

        Step released = reply(lease, again.next(), calls(again), 1_000, new Outcome.Released(), 1_001);
        assertThat(released.next().alarmAt()).as("others come first").isEqualTo(3_001 * MILLI);
        assertThat(lease.step(released.next(), new Event.Nudged(), at(1_002)).effects())
                .isEmpty();
        assertThat(calls(lease.step(released.next(), new Event.AlarmRang(), at(3_001))))
                .isInstanceOf(Request.Take.class);
    }

    @Test
    void whoStillWaitsForItsPredecessorReleasesNothingThatItGivesUp() {
        Step down = lease.step(leading(lease, Duration.ofSeconds(2)), new Event.StepDown(TERM, "sick"), at(50));

        assertThat(down.effects()).noneMatch(Effect.Call.class::isInstance);
    }

    @Test
    void whoReturnsAfterLeavingALeaseLetsOthersComeFirst() {
        State leaving = lease.step(leading(lease, Duration.ZERO), new Event.WorkEnded(TERM, "done"), at(50))
                .next();
        Request release = new Request.Release(TERM, Departure.free(Departure.Kind.RELEASED, "done"));

        assertThat(reply(lease, leaving, release, 50, new Outcome.Released(), 60)
                        .next()
                        .alarmAt())
                .isEqualTo(2_060 * MILLI);
        Step failed = reply(lease, leaving, release, 50, new Outcome.Failed(ERROR), 60);
        assertThat(calls(lease.step(failed.next(), new Event.AlarmRang(), at(2_000))))
                .isInstanceOf(Request.Release.class);
    }

    /** The interruption of a wait may come after the leave that it was for: it is not for the next campaign's waits. */
    @Test
    void aCampaignThatBeginsAgainForgetsInterruptionsOfTheLast() {
        assertThat(session.step(session.initial(), new Event.Started(), at(0)).effects())
                .startsWith(new Effect.Disconnect());
    }

    /** Found by simulation: a renewal later than its interval can be later than the lease. */
    @Test
    void jitterOnlyEverShortens() {
        Duration interval = Duration.ofSeconds(20);

        assertThat(new Moment(0, 0).jittered(interval)).isEqualTo(Duration.ofSeconds(16));
        assertThat(new Moment(0, 0.9999).jittered(interval)).isLessThan(interval);
    }

    /** To wake once for several roles is cheaper; but one whose heartbeat comes too early or too late is not joined. */
    @Test
    void heartbeatsGoOutTogetherWhenTheyMay() {
        Duration interval = Duration.ofMillis(500);
        long sentAt = 1_000 * MILLI;
        long alone = sentAt + 450 * MILLI;
        assertThat(new Moment(sentAt, 0.5, 1_260 * MILLI).nextBeat(sentAt, interval))
                .isEqualTo(1_260 * MILLI);
        assertThat(new Moment(sentAt, 0.5, 1_500 * MILLI).nextBeat(sentAt, interval))
                .isEqualTo(1_500 * MILLI);
        assertThat(new Moment(sentAt, 0.5, 1_240 * MILLI).nextBeat(sentAt, interval))
                .isEqualTo(alone);
        assertThat(new Moment(sentAt, 0.5, 1_501 * MILLI).nextBeat(sentAt, interval))
                .isEqualTo(alone);
        assertThat(new Moment(sentAt, 0.5).nextBeat(sentAt, interval)).isEqualTo(alone);
    }

    private static Election election(Strategy strategy) {
        Duration tenSeconds = Duration.ofSeconds(10);
        return new Election(new Candidate(
                "r", "me", "n1", strategy, 1, Backoff.DEFAULT, false, tenSeconds, Duration.ofSeconds(2), tenSeconds));
    }

    private static State following(Election election) {
        return election.step(election.initial(), new Event.Started(), at(0)).next();
    }

    private static Step acquire(Election election, Duration quiet) {
        State state = following(election);
        if (election.step(election.initial(), new Event.Started(), at(0))
                .effects()
                .contains(call(await()))) {
            state = reply(election, state, await(), 0, new Outcome.Granted(), 10)
                    .next();
        }
        Request take = new Request.Take(null);
        return reply(election, state, take, 20, new Outcome.Acquired(TERM, Instant.EPOCH, quiet, false), 30);
    }

    private static State.Leading leading(Election election, Duration quiet) {
        return (State.Leading) acquire(election, quiet).next();
    }

    private static Step reply(
            Election election, State state, Request request, long sentAt, Outcome outcome, long repliedAt) {
        return election.step(state, new Event.Replied(request, sentAt * MILLI, outcome), at(repliedAt));
    }

    private static Request calls(Step step) {
        Effect last = step.effects().get(step.effects().size() - 1);
        assertThat(last).isInstanceOf(Effect.Call.class);
        return ((Effect.Call) last).request();
    }

    private static Effect call(Request request) {
        return new Effect.Call(request);
    }

    private static Request await() {
        return new Request.Await(Duration.ofMillis(200));
    }

    private static Request renew() {
        return new Request.Renew(TERM, true);
    }

    private static Outcome renewed() {
        return new Outcome.Renewed(Instant.EPOCH);
    }

    private static Outcome held(Sighting holder) {
        return new Outcome.HeldBy(holder);
    }

    private static Moment at(long millis) {
        return new Moment(millis * MILLI, 0.5);
    }
}
