package dev.baton.election;

import dev.baton.LeadershipEvent;
import dev.baton.LeadershipEvent.Cause;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.spi.Outcome;

/**
 * The election of one role, as a pure state machine: {@code step(state, event) -> (state, effects)}. The package
 * documentation tells the protocol.
 *
 * <p>The driver's side of the bargain: after a {@link Effect.Call} the next event is its {@link Event.Replied}; other
 * events wait. So there is never more than one request under way, and no state needs to know of one.
 */
public final class Election implements Step.Rules {

    private final Candidate candidate;
    private final Follower follower;
    private final Leader leader;

    public Election(Candidate candidate) {
        this.candidate = candidate;
        this.follower = new Follower(candidate);
        this.leader = new Leader(candidate, follower);
    }

    @Override
    public State initial() {
        return new State.Resting();
    }

    @Override
    public Step step(State state, Event event, Moment moment) {
        if (state instanceof State.Following following) {
            return follower.step(following, event, moment);
        }
        if (state instanceof State.Leading leading) {
            return leader.step(leading, event, moment);
        }
        if (state instanceof State.Leaving leaving) {
            return left(leaving, event, moment);
        }
        return event instanceof Event.Started ? stand() : Step.stay(state);
    }

    /** Anew: the wish to leave that ended the last campaign may have interrupted a wait that was over already. */
    private Step stand() {
        return follower.campaign(State.Following.fresh()).after(new Effect.Disconnect());
    }

    /** The release was answered; whatever the answer, the gate is shut and this term is over. */
    private Step left(State.Leaving leaving, Event event, Moment moment) {
        if (!(event instanceof Event.Replied replied)) {
            return Step.stay(leaving);
        }
        LeadershipEvent told = LeadershipEvent.of(
                        leaving.exit().kind(),
                        candidate.role(),
                        candidate.holderId(),
                        leaving.token().epoch())
                .because(leaving.exit().departure(candidate.reservation()).reason());
        if (replied.outcome() instanceof Outcome.Failed failed) {
            told = LeadershipEvent.of(
                            Kind.LEADER_LOST,
                            candidate.role(),
                            candidate.holderId(),
                            leaving.token().epoch())
                    .by(Cause.DATABASE_ERROR)
                    .because(failed.error());
        } else if (replied.outcome() instanceof Outcome.Lost lost) {
            told = LeadershipEvent.of(
                            Kind.LEADER_LOST,
                            candidate.role(),
                            candidate.holderId(),
                            leaving.token().epoch())
                    .by(Cause.SUPERSEDED)
                    .because(lost.reason());
        }
        State next = leaving.exit().returns()
                ? follower.afterLeaving(leaving.token(), replied.outcome(), moment)
                : new State.Resting();
        return Step.to(next, new Effect.Disconnect(), new Effect.Announce(told));
    }
}
