package dev.baton.simulation;

import dev.baton.Strategy;
import dev.baton.election.Effect;
import dev.baton.election.Election;
import dev.baton.election.Event;
import dev.baton.election.Moment;
import dev.baton.election.Request;
import dev.baton.election.State;
import dev.baton.election.Step;
import dev.baton.spi.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The production rules, with an eye on each step; where a bug of the machine is planted, it is planted here. */
final class WatchedRules implements Step.Rules {

    private static final int SPINNING = 20;

    private final SimulatedElector elector;
    private final World world;
    private final Step.Rules rules;
    private State before;
    private Event event;
    private Step latest;
    private int idleAlarms;
    private long openedBy;
    private long openUntil;

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
        if (elector.failsNow()) {
            throw new Defect();
        }
        before = state;
        event = given;
        latest = rules.step(forgiven(state, moment), countedFromAnswer(given, moment), moment);
        watchGate(moment);
        latest = keepingLock(unsuspecting(withoutMargin(latest)));
        watchForSpin();
        markReleasedTooEarly();
        return latest;
    }

    /** When the heartbeat was sent by which the gate was last opened. */
    long openedBy() {
        return openedBy;
    }

    /** A gate that is shut for a whole session lease is given up on. */
    private void watchGate(Moment moment) {
        if (latest.next() instanceof State.Leading leading
                && !(before instanceof State.Leading same && same.token().equals(leading.token()))) {
            openUntil = leading.opensAt();
        }
        for (Effect effect : latest.effects()) {
            if (effect instanceof Effect.OpenGate open) {
                openedBy = open.sentAt();
                openUntil = open.deadline();
            }
        }
        boolean answered = event instanceof Event.Replied replied && replied.outcome() instanceof Outcome.Renewed;
        if (answered && before instanceof State.Leading && elector.strategy() instanceof Strategy.Session session) {
            boolean late = moment.now() - openUntil >= session.sessionLease().toNanos();
            world.checker().late(elector, late, latest.next() instanceof State.Leading);
        }
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

    /** Planted: however late heartbeats are, the gate looks as if it had been open a moment ago. */
    private State forgiven(State state, Moment moment) {
        return world.bug() == Bug.LATE_HEARTBEATS_FORGIVEN && state instanceof State.Leading late
                ? new State.Leading(
                        late.token(),
                        late.opensAt(),
                        late.opened(),
                        late.sentAt(),
                        moment.now(),
                        late.beatAt(),
                        late.exit(),
                        late.exitBy())
                : state;
    }

    /** Planted: to the gate every heartbeat looks younger than any suspicion. */
    private Step unsuspecting(Step step) {
        return world.bug() == Bug.GATE_IGNORES_SUSPICION
                ? changed(step, open -> new Effect.OpenGate(open.token(), Long.MAX_VALUE, open.deadline()))
                : step;
    }

    /** Planted: who lets another go first keeps what the other needs. */
    private Step keepingLock(Step step) {
        boolean deferred = event instanceof Event.Replied replied && replied.outcome() instanceof Outcome.Deferred;
        return world.bug() == Bug.DEFERRED_KEEPS_LOCK && deferred ? new Step(step.next(), List.of()) : step;
    }

    private Step withoutMargin(Step step) {
        return world.bug() == Bug.GATE_WITHOUT_MARGIN
                ? changed(step, open -> new Effect.OpenGate(open.token(), open.sentAt(), open.deadline() + margin()))
                : step;
    }

    private static Step changed(Step step, UnaryOperator<Effect.OpenGate> change) {
        List<Effect> effects = new ArrayList<>();
        for (Effect effect : step.effects()) {
            effects.add(effect instanceof Effect.OpenGate open ? change.apply(open) : effect);
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

    /** What a defect of the rules looks like; without a stack, because runs meet many. */
    static final class Defect extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Defect() {
            super("a defect", null, false, false);
        }
    }
}
