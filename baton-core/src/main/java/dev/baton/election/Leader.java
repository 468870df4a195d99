package dev.baton.election;

import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent;
import dev.baton.LeadershipEvent.Cause;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.StaleTokenException.Refusal;
import dev.baton.Strategy;
import dev.baton.election.State.Leading;
import dev.baton.spi.Outcome;
import dev.baton.support.Stopwatch;
import java.time.Duration;

/** The leader's half of the election: heartbeats, the gate's deadline, and every way a term can end. */
final class Leader {

    private final Candidate candidate;
    private final Follower follower;

    Leader(Candidate candidate, Follower follower) {
        this.candidate = candidate;
        this.follower = follower;
    }

    Step step(Leading state, Event event, Moment moment) {
        if (event instanceof Event.Replied replied) {
            return heartbeatAnswered(state, replied, moment);
        }
        if (event instanceof Event.AlarmRang) {
            return alarmRang(state, moment);
        }
        if (event instanceof Event.FenceRefused refused && refused.token().equals(state.token())) {
            return fenceRefused(state, refused, moment);
        }
        if (event instanceof Event.StepDown down && down.token().equals(state.token())) {
            return lose(state, true, moment, lost(state, Cause.STEPPED_DOWN).because(down.reason()));
        }
        if (event instanceof Event.TimeJumped) {
            return sendHeartbeat(state);
        }
        if (event instanceof Event.LeaveRequested request) {
            return leave(state, request.exit(), moment);
        }
        if (event instanceof Event.Started && state.exit().isPresent()) {
            return Step.stay(state.leaving(state.exit().get().andReturn(), state.exitBy()));
        }
        if (event instanceof Event.WorkEnded ended && ended.token().equals(state.token())) {
            Exit exit = state.exit().orElseGet(() -> new Exit.Resign(ended.reason()));
            return release(state, exit, moment);
        }
        return Step.stay(state);
    }

    private Step alarmRang(Leading state, Moment moment) {
        if (moment.now() >= state.exitBy() && state.exit().isPresent()) {
            return release(state, state.exit().get(), moment);
        }
        if (!state.opened() && moment.now() >= state.opensAt() && trusted(candidate, state, moment)) {
            return openIfDue(candidate, state, moment);
        }
        return moment.now() >= state.beatAt() ? sendHeartbeat(state) : Step.stay(state);
    }

    private Step sendHeartbeat(Leading state) {
        return Step.to(state.heartbeatUnderWay(), new Effect.Call(new Request.Renew(state.token(), state.opened())));
    }

    private Step heartbeatAnswered(Leading state, Event.Replied replied, Moment moment) {
        if (replied.outcome() instanceof Outcome.Renewed renewed) {
            return renewed(state, renewed, replied.sentAt(), moment);
        }
        if (replied.outcome() instanceof Outcome.Lost gone) {
            return lose(
                    state,
                    false,
                    moment,
                    failedToRenew(state).because(gone.reason()),
                    lost(state, Cause.SUPERSEDED).because(gone.reason()));
        }
        if (replied.outcome() instanceof Outcome.Failed failure) {
            return lose(
                    state,
                    true,
                    moment,
                    failedToRenew(state).because(failure.error()),
                    lost(state, Cause.DATABASE_ERROR).because(failure.error()));
        }
        throw new IllegalStateException("a leader cannot be told " + replied.outcome());
    }

    private Step renewed(Leading state, Outcome.Renewed renewed, long sentAt, Moment moment) {
        if (candidate.strategy() instanceof Strategy.Session session
                && moment.now() - state.openUntil() >= session.sessionLease().toNanos()) {
            String why = "heartbeats came too late to open the gate for "
                    + session.sessionLease().toMillis() + " ms";
            return lose(state, false, moment, lost(state, Cause.LATE_HEARTBEATS).because(why));
        }
        long beatAt = moment.nextBeat(sentAt, candidate.strategy().beatInterval());
        Leading next = state.acknowledged(sentAt, Math.max(moment.now(), beatAt));
        LeadershipEvent event = event(Kind.LEADER_RENEWED, state)
                .until(renewed.expiresAt(), Stopwatch.toNanoTime(deadline(candidate, next)))
                .took(Duration.ofNanos(moment.now() - sentAt));
        return openIfDue(candidate, next, moment).after(announce(event));
    }

    /** Opens the gate, or moves its deadline, if the last heartbeat allows it; begins the work on the first opening. */
    static Step openIfDue(Candidate candidate, Leading state, Moment moment) {
        if (moment.now() < state.opensAt() || !trusted(candidate, state, moment)) {
            return Step.stay(state);
        }
        long deadline = deadline(candidate, state);
        Effect open = new Effect.OpenGate(state.token(), state.sentAt(), deadline);
        return state.opened()
                ? Step.to(state.openTo(deadline), open)
                : Step.to(state.openTo(deadline), open, new Effect.BeginWork(state.token()));
    }

    private static boolean trusted(Candidate candidate, Leading state, Moment moment) {
        return moment.now() < deadline(candidate, state);
    }

    private static long deadline(Candidate candidate, Leading state) {
        return state.sentAt() + candidate.strategy().gateWindow().toNanos();
    }

    private Step fenceRefused(Leading state, Event.FenceRefused refused, Moment moment) {
        boolean expiryAlone = refused.refusal() == Refusal.EXPIRED && candidate.strategy() instanceof Strategy.Session;
        if (!expiryAlone) {
            return lose(
                    state,
                    false,
                    moment,
                    lost(state, Cause.FENCE_REFUSED).because("the fence refused a transaction of this term"));
        }
        return state.sentAt() > refused.at() ? Step.stay(state) : sendHeartbeat(state);
    }

    private Step leave(Leading state, Exit exit, Moment moment) {
        if (!state.opened()) {
            return release(state, exit, moment);
        }
        if (state.exit().isPresent()) {
            boolean weaker = exit.rank() <= state.exit().get().rank();
            return Step.stay(weaker ? state : state.leaving(exit, state.exitBy()));
        }
        Leading next = state.leaving(exit, moment.in(candidate.drainTimeout()));
        return Step.to(next, new Effect.FinishWork(state.token()));
    }

    /**
     * Only a holder whose gate was allowed to open marks the row as released. One that still waits for its predecessor's
     * window to pass must not: the next holder would open its gate at once, while the predecessor's may still be open.
     */
    private Step release(Leading state, Exit exit, Moment moment) {
        LeaderToken token = state.token();
        if (!state.opened()) {
            Step next = exit.returns()
                    ? follower.afterLoss(false, moment)
                    : Step.to(new State.Resting(), new Effect.Disconnect());
            return next.after(
                    new Effect.ShutGate(token),
                    announce(event(Kind.LEADER_RELEASED, state).because("left before its gate could open")));
        }
        return Step.to(
                new State.Leaving(token, exit),
                new Effect.ShutGate(token),
                new Effect.InterruptWork(token),
                new Effect.Call(new Request.Release(token, exit.departure(candidate.reservation()))));
    }

    /** The gate first; then everything else. No retry: the instance campaigns again under a new epoch. */
    private Step lose(Leading state, boolean byError, Moment moment, LeadershipEvent... told) {
        Step next = afterLoss(state, byError, moment, told[told.length - 1].reason());
        for (int i = told.length - 1; i >= 0; i--) {
            next = next.after(announce(told[i]));
        }
        return next.after(new Effect.ShutGate(state.token()), new Effect.InterruptWork(state.token()));
    }

    /** Only a holder whose gate was allowed to open may release the row; see {@link #release}. */
    private Step afterLoss(Leading state, boolean byError, Moment moment, String reason) {
        if (state.exit().isPresent() && !state.exit().get().returns()) {
            return Step.to(new State.Resting(), new Effect.Disconnect());
        }
        return byError && state.opened() && candidate.strategy() instanceof Strategy.Lease
                ? follower.giveBack(state.token(), reason)
                : follower.afterLoss(byError, moment);
    }

    private LeadershipEvent lost(Leading state, Cause cause) {
        return event(Kind.LEADER_LOST, state).by(cause);
    }

    private LeadershipEvent failedToRenew(Leading state) {
        return event(Kind.LEADER_RENEW_FAILED, state);
    }

    private LeadershipEvent event(Kind kind, Leading state) {
        return LeadershipEvent.of(
                kind, candidate.role(), candidate.holderId(), state.token().epoch());
    }

    private static Effect announce(LeadershipEvent event) {
        return new Effect.Announce(event);
    }
}
