package dev.baton.simulation;

import dev.baton.Strategy;
import dev.baton.election.Effect;
import dev.baton.election.Election;
import dev.baton.election.ElectionDriver;
import dev.baton.election.Event;
import dev.baton.election.Moment;
import dev.baton.election.Request;
import dev.baton.election.State;
import dev.baton.election.Step;
import dev.baton.spi.Outcome;
import java.util.ArrayList;
import java.util.List;

/** The production rules, with an eye on each step; where a bug of the machine is planted, it is planted here. */
final class WatchedRules implements ElectionDriver.Rules {

    private static final int SPINNING = 20;

    private final SimulatedElector elector;
    private final World world;
    private final ElectionDriver.Rules rules;
    private State before;
    private Event event;
    private Step latest;
    private int idleAlarms;

    WatchedRules(SimulatedElector elector) {
        this.elector = elector;
        this.world = elector.world();
        this.rules = new Election(elector.candidate());
    }

    @Override
    public State initial() {
        return rules.initial();
    }

    @Override
    public Step step(State state, Event given, Moment moment) {
        before = state;
        event = given;
        latest = withoutMargin(rules.step(state, countedFromAnswer(given, moment), moment));
        watchForSpin();
        markReleasedTooEarly();
        return latest;
    }

    /** Whether the latest step opens the gate or moves its deadline. */
    boolean opensGate() {
        return latest.effects().stream().anyMatch(Effect.OpenGate.class::isInstance);
    }

    /** The epoch whose end the latest step has made known, or -1. */
    long endedEpoch() {
        boolean refused = event instanceof Event.Replied replied
                && replied.request() instanceof Request.Renew
                && !(replied.outcome() instanceof Outcome.Renewed);
        boolean left = before instanceof State.Leading && !(latest.next() instanceof State.Leading);
        return before instanceof State.Leading leading && (refused || left)
                ? leading.token().epoch()
                : -1;
    }

    private void watchForSpin() {
        boolean idle = event instanceof Event.AlarmRang && latest.effects().isEmpty() && before.equals(latest.next());
        idleAlarms = idle ? idleAlarms + 1 : 0;
        if (idleAlarms > SPINNING) {
            world.checker().fail(elector + " spins: its alarm rings again and again and nothing follows");
        }
    }

    private Event countedFromAnswer(Event given, Moment moment) {
        return world.bug() == Bug.GATE_FROM_ANSWER && given instanceof Event.Replied replied
                ? new Event.Replied(replied.request(), moment.now(), replied.outcome())
                : given;
    }

    private Step withoutMargin(Step step) {
        if (world.bug() != Bug.GATE_WITHOUT_MARGIN) {
            return step;
        }
        List<Effect> effects = new ArrayList<>();
        for (Effect effect : step.effects()) {
            effects.add(
                    effect instanceof Effect.OpenGate open
                            ? new Effect.OpenGate(open.token(), open.sentAt(), open.deadline() + margin())
                            : effect);
        }
        return new Step(step.next(), effects);
    }

    private long margin() {
        Strategy strategy = elector.strategy();
        return strategy instanceof Strategy.Session session
                ? session.trustWindow().minus(session.gateWindow()).toNanos()
                : strategy.lease().minus(strategy.gateWindow()).toNanos();
    }

    private void markReleasedTooEarly() {
        if (world.bug() == Bug.RELEASED_WHILE_WAITING
                && event instanceof Event.LeaveRequested
                && before instanceof State.Leading leading
                && !leading.opened()) {
            world.database().markReleased(elector.role(), leading.token());
        }
    }
}
