package dev.baton.election;

import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent;
import dev.baton.LeadershipEvent.Cause;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.Strategy;
import dev.baton.election.State.Following;
import dev.baton.election.State.Leading;
import dev.baton.spi.Departure;
import dev.baton.spi.Outcome;
import dev.baton.spi.Sighting;
import java.time.Duration;
import java.util.Optional;

/** The follower's half of the election: waits, bids, and wins by returning a {@link Leading} state. */
final class Follower {

    /** The first wait is short: what it finds tells how long the next may be. */
    private static final Duration FIRST_LOOK = Duration.ofMillis(200);

    /** Pause after a stale holder was found: its session is being ended, or is about to write the row. */
    private static final Duration AFTER_EVICTION = Duration.ofSeconds(1);

    /** How often the lock may be found held by a session that does not hold the row before listeners hear of it. */
    private static final int UNEXPLAINED_LOCKS = 5;

    private final Candidate candidate;

    Follower(Candidate candidate) {
        this.candidate = candidate;
    }

    Step step(Following state, Event event, Moment moment) {
        if (event instanceof Event.Replied replied) {
            return replied(state, replied, moment);
        }
        if (event instanceof Event.AlarmRang || (event instanceof Event.Nudged && state.nudgeable())) {
            return campaign(state);
        }
        if (event instanceof Event.LeaveRequested request && !request.exit().returns()) {
            return Step.to(new State.Resting(), new Effect.Disconnect());
        }
        return Step.stay(state);
    }

    /** Asks for the role now; first for the release of a term that was given up and may still stand in the row. */
    Step campaign(Following state) {
        if (state.owed().isPresent()) {
            return Step.to(state.calling(), new Effect.Call(state.owed().get()));
        }
        return candidate.strategy() instanceof Strategy.Session ? await(state, FIRST_LOOK) : take(state);
    }

    private Step replied(Following state, Event.Replied replied, Moment moment) {
        Outcome outcome = replied.outcome();
        if (replied.request() instanceof Request.Release && !(outcome instanceof Outcome.Failed)) {
            return Step.stay(othersFirst(state.answered().owesNothing(), moment));
        }
        if (outcome instanceof Outcome.Granted) {
            return take(state.answered().grantedAt(moment.now()));
        }
        if (outcome instanceof Outcome.Acquired acquired) {
            return lead(state, acquired, replied, moment);
        }
        if (outcome instanceof Outcome.HeldBy held) {
            return replied.request() instanceof Request.Evict
                    ? lockedByAnother(state, held.holder())
                    : waitFor(state, held.holder(), moment);
        }
        if (outcome instanceof Outcome.Evicted evicted) {
            return await(state.answered(), AFTER_EVICTION).after(announce(evicted(evicted.holder())));
        }
        if (outcome instanceof Outcome.Deferred deferred) {
            return defer(state.answered(), deferred, moment);
        }
        if (outcome instanceof Outcome.Refused refused) {
            return standBack(state, failed(replied, moment).because(refused.reason()), moment);
        }
        if (outcome instanceof Outcome.Failed failure) {
            return standBack(state, failed(replied, moment).because(failure.error()), moment);
        }
        throw new IllegalStateException("a follower cannot be told " + outcome);
    }

    private Step await(Following state, Duration patience) {
        return Step.to(state.calling(), new Effect.Call(new Request.Await(patience)));
    }

    private Step take(Following state) {
        return Step.to(state.calling(), new Effect.Call(new Request.Take(candidate.bid(state.deferred()))));
    }

    private Step waitFor(Following state, Sighting holder, Moment moment) {
        Step next = candidate.strategy() instanceof Strategy.Session session
                ? queue(state, session, holder)
                : sleep(state, (Strategy.Lease) candidate.strategy(), holder, moment);
        return reportStale(next, holder);
    }

    private Step queue(Following state, Strategy.Session session, Sighting holder) {
        if (holder.isStale()) {
            return Step.to(state.calling(), new Effect.Call(new Request.Evict(holder)));
        }
        Duration untilStale = holder.remaining().plus(candidate.backoff().min().dividedBy(4));
        return await(state.answered().held(), shorter(session.lockTimeout(), untilStale));
    }

    /**
     * The row is stale, but the session that holds the lock is not: it is about to take the role, or belongs to another
     * cluster.
     */
    private Step lockedByAnother(Following state, Sighting holder) {
        Following next = state.failedOnceMore();
        Step wait = await(next, AFTER_EVICTION);
        return next.failures() == UNEXPLAINED_LOCKS
                ? wait.after(announce(LeadershipEvent.of(
                                Kind.LEADER_ACQUIRE_FAILED, candidate.role(), candidate.holderId(), holder.epoch())
                        .until(holder.expiresAt().orElse(null), 0)
                        .because("the lock of the role is held by a session that does not hold its row: does another"
                                + " cluster in this database use the same namespace?")))
                : wait;
    }

    private Step sleep(Following state, Strategy.Lease lease, Sighting holder, Moment moment) {
        Duration untilExpiry = holder.remaining()
                .plusNanos((long) (candidate.backoff().min().toNanos() * (0.05 + 0.45 * moment.dice())));
        Duration pause = shorter(lease.acquireInterval(), untilExpiry);
        return Step.stay(state.answered().held().waitingUntil(moment.in(pause.isNegative() ? Duration.ZERO : pause)));
    }

    private Step reportStale(Step next, Sighting holder) {
        if (!(next.next() instanceof Following following)
                || following.staleEpoch() == holder.epoch()
                || holder.age().compareTo(candidate.staleThreshold()) < 0) {
            return next;
        }
        LeadershipEvent stale = LeadershipEvent.of(
                        Kind.LEADER_STALE, candidate.role(), holder.holderId(), holder.epoch())
                .until(holder.expiresAt().orElse(null), 0)
                .because("no heartbeat for " + holder.age().toMillis() + " ms");
        return new Step(following.reportedStale(holder.epoch()), next.effects()).after(announce(stale));
    }

    private Step defer(Following state, Outcome.Deferred deferred, Moment moment) {
        Following next = deferred.reason() == Outcome.Deferred.Reason.PREFERRED ? state.hasDeferred() : state;
        long wakeAt = moment.in(candidate.backoff().afterRefusal(moment.dice()));
        return Step.to(next.asleepUntil(wakeAt), new Effect.Disconnect());
    }

    /** After an error or a refusal: nothing is known about the lock, so the session goes too. */
    private Step standBack(Following state, LeadershipEvent why, Moment moment) {
        Following next = state.failedOnceMore();
        long wakeAt = moment.in(candidate.backoff().afterErrors(next.failures(), moment.dice()));
        return Step.to(next.asleepUntil(wakeAt), new Effect.Disconnect(), announce(why));
    }

    /** After a term: stays away for a moment, so that another instance has a chance. */
    Step afterLoss(boolean byError, Moment moment) {
        Duration pause = byError
                ? candidate.backoff().afterErrors(1, moment.dice())
                : candidate.backoff().afterRefusal(moment.dice());
        Following next = byError ? Following.fresh().failedOnceMore() : Following.fresh();
        return Step.to(next.asleepUntil(moment.in(pause)), new Effect.Disconnect());
    }

    /**
     * After a term with a lease that its holder gave up, its gate shut: the row is live, and only this holder could take it
     * again. Were it to do that, an instance that is not well would elect itself for ever, so the row is released.
     */
    Step giveBack(LeaderToken token, String reason) {
        Request.Release release = new Request.Release(token, Departure.free(Departure.Kind.LOST, reason));
        return campaign(Following.fresh().owes(release)).after(new Effect.Disconnect());
    }

    /** After leaving a role to stand for it again. */
    Following afterLeaving(LeaderToken token, Outcome outcome, Moment moment) {
        Following fresh = Following.fresh();
        if (!(candidate.strategy() instanceof Strategy.Lease)) {
            return fresh.asleepUntil(moment.in(candidate.backoff().afterRefusal(moment.dice())));
        }
        if (outcome instanceof Outcome.Failed) {
            Request.Release again =
                    new Request.Release(token, Departure.free(Departure.Kind.LOST, "its release failed"));
            return fresh.owes(again).asleepUntil(moment.in(candidate.backoff().afterErrors(1, moment.dice())));
        }
        return othersFirst(fresh, moment);
    }

    /** Sleeps for as long as a named successor would have, or until everybody has looked whether the lease expired. */
    private Following othersFirst(Following state, Moment moment) {
        return state.asleepUntil(
                moment.in(shorter(candidate.reservation(), candidate.strategy().lease())));
    }

    private Step lead(Following state, Outcome.Acquired acquired, Event.Replied replied, Moment moment) {
        LeaderToken token = acquired.token();
        long granted = candidate.strategy() instanceof Strategy.Session ? state.grantedAt() : moment.now();
        long opensAt = granted + acquired.quiet().toNanos();
        long beatAt = moment.nextBeat(replied.sentAt(), candidate.strategy().beatInterval());
        Leading leading =
                new Leading(token, opensAt, false, replied.sentAt(), opensAt, beatAt, Optional.empty(), State.NEVER);
        LeadershipEvent event = LeadershipEvent.of(Kind.LEADER_ACQUIRED, token.role(), token.holderId(), token.epoch())
                .until(acquired.expiresAt(), 0)
                .took(Duration.ofNanos(moment.now() - replied.sentAt()))
                .by(acquired.failover() ? Cause.FAILOVER : Cause.VACANCY)
                .because(
                        acquired.failover() ? "the last holder ended without releasing the role" : "the role was free");
        return Leader.openIfDue(candidate, leading, moment).after(announce(event));
    }

    private LeadershipEvent failed(Event.Replied replied, Moment moment) {
        return LeadershipEvent.of(Kind.LEADER_ACQUIRE_FAILED, candidate.role(), candidate.holderId(), 0)
                .took(Duration.ofNanos(moment.now() - replied.sentAt()));
    }

    private LeadershipEvent evicted(Sighting holder) {
        return LeadershipEvent.of(Kind.HOLDER_EVICTED, candidate.role(), holder.holderId(), holder.epoch())
                .until(holder.expiresAt().orElse(null), 0)
                .because("no heartbeat for " + holder.age().toMillis() + " ms; its session " + holder.session()
                        + " was ended");
    }

    private static Effect announce(LeadershipEvent event) {
        return new Effect.Announce(event);
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
