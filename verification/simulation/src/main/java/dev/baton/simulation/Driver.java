package dev.baton.simulation;

import dev.baton.LeaderToken;
import dev.baton.StaleTokenException.Refusal;
import dev.baton.Strategy;
import dev.baton.election.DeadlineGate;
import dev.baton.election.Effect;
import dev.baton.election.Election;
import dev.baton.election.Event;
import dev.baton.election.Exit;
import dev.baton.election.Moment;
import dev.baton.election.Request;
import dev.baton.election.State;
import dev.baton.election.Step;
import dev.baton.spi.Outcome;
import java.util.ArrayDeque;
import java.util.List;

/** Drives the production election of one role in one process incarnation, as the production driver's thread does. */
final class Driver {

    private final Node node;
    private final World world;
    private final int role;
    private final Strand strand;
    private final Election election;
    private final DeadlineGate gate;
    private final Sql sql;
    private final Store store;
    private final Work work;
    private final ArrayDeque<Event> inbox = new ArrayDeque<>(4);

    private State state;
    private boolean busy;
    private Request underWay;
    private long sentAt;
    private long call;
    private long armedFor = State.NEVER;
    private long doomedEpoch = -1;
    private long openedEpoch = -1;
    private int idleAlarms;

    Driver(Node node, int role) {
        this.node = node;
        this.world = node.world();
        this.role = role;
        this.strand = node.strand("driver");
        this.gate = new DeadlineGate(Names.role(role), node.stopwatch());
        this.election = new Election(world.scenario().candidate(role, node.index(), node.holderId()));
        this.sql = new Sql(world, role, node.index());
        this.store = new Store(this);
        this.work = new Work(this);
        this.state = election.initial();
    }

    World world() {
        return world;
    }

    Node node() {
        return node;
    }

    int role() {
        return role;
    }

    Strand strand() {
        return strand;
    }

    Strategy strategy() {
        return world.scenario().strategy(role, node.index());
    }

    Sql sql() {
        return sql;
    }

    DeadlineGate gate() {
        return gate;
    }

    State state() {
        return state;
    }

    Store store() {
        return store;
    }

    Work work() {
        return work;
    }

    /** The highest epoch whose end this process has noticed: its gate must never open again. */
    long doomedEpoch() {
        return doomedEpoch;
    }

    boolean hadOpened(LeaderToken token) {
        return openedEpoch == token.epoch();
    }

    Connection connect() {
        boolean watched =
                strategy() instanceof Strategy.Session && world.scenario().watchdog();
        return new Connection(
                node,
                strand,
                node.holderId() + "/" + Names.role(role) + " election",
                watched ? strategy().lease().toNanos() : 0,
                strategy().fenceBound().toNanos());
    }

    /** From any strand of the node. */
    void post(Event event) {
        inbox.add(event);
        boolean leaves = event instanceof Event.LeaveRequested;
        world.agenda().after(world.dice().between(1_000, 100_000), strand, () -> {
            if (leaves && underWay instanceof Request.Await) {
                abandon(SqlError.INTERRUPTED);
            }
            turn();
        });
    }

    /** On the writer's strand, at once: the gate first, the election hears of it when it can. */
    void fenceRefused(LeaderToken token, Refusal refusal) {
        boolean forGood = refusal == Refusal.SUPERSEDED || strategy() instanceof Strategy.Lease;
        world.tally().add(refusal == Refusal.SUPERSEDED ? Tally.Count.FENCE_SUPERSEDED : Tally.Count.FENCE_EXPIRED);
        boolean current =
                state instanceof State.Leading leading && leading.token().equals(token);
        if (current && forGood) {
            gate.revoke(token);
            doomedEpoch = Math.max(doomedEpoch, token.epoch());
        } else if (current) {
            gate.suspect();
        }
        world.checker().refused(this, token, forGood);
        post(new Event.FenceRefused(token, refusal, node.stopwatch().elapsed()));
    }

    void timeJumped() {
        gate.suspect();
        post(new Event.TimeJumped());
    }

    private void turn() {
        while (!busy && !inbox.isEmpty()) {
            handle(inbox.poll());
        }
        if (!busy) {
            arm();
        }
    }

    private void handle(Event event) {
        State before = state;
        Step step = election.step(
                state,
                event,
                new Moment(node.stopwatch().elapsed(), world.dice().unit()));
        state = step.next();
        watchForSpin(event, before, step);
        if (world.bug() == Bug.RELEASED_WHILE_WAITING && event instanceof Event.LeaveRequested) {
            markReleasedTooEarly(before);
        }
        busy = true;
        perform(event, before, step.effects(), 0);
    }

    private void markReleasedTooEarly(State before) {
        if (before instanceof State.Leading leading && !leading.opened()) {
            world.database().markReleased(role, leading.token());
        }
    }

    private void watchForSpin(Event event, State before, Step step) {
        boolean idle = event instanceof Event.AlarmRang && step.effects().isEmpty() && before.equals(step.next());
        idleAlarms = idle ? idleAlarms + 1 : 0;
        if (idleAlarms > 20) {
            world.checker().fail(this + " spins: its alarm rings again and again and nothing follows");
        }
    }

    /** In order; now and then the thread is held up between two effects. */
    private void perform(Event event, State before, List<Effect> effects, int from) {
        for (int i = from; i < effects.size(); i++) {
            if (i > 0 && world.dice().chance(0.02)) {
                int rest = i;
                world.agenda().after(world.stumble(), strand, () -> {
                    execute(effects.get(rest));
                    perform(event, before, effects, rest + 1);
                });
                return;
            }
            execute(effects.get(i));
        }
        performed(event, before);
    }

    private void performed(Event event, State before) {
        busy = underWay != null;
        if (event instanceof Event.Replied replied && replied.request() instanceof Request.Renew renew) {
            if (!(replied.outcome() instanceof Outcome.Renewed)) {
                doomedEpoch = Math.max(doomedEpoch, renew.token().epoch());
            }
        }
        if (before instanceof State.Leading leading && !(state instanceof State.Leading)) {
            doomedEpoch = Math.max(doomedEpoch, leading.token().epoch());
        }
        world.checker().stepped(this);
        if (!busy) {
            turn();
        }
    }

    private void execute(Effect effect) {
        if (effect instanceof Effect.Call call) {
            send(call.request());
        } else if (effect instanceof Effect.OpenGate open) {
            open(open);
        } else if (effect instanceof Effect.ShutGate shut) {
            world.say(this, () -> "shuts its gate for " + shut.token());
            gate.revoke(shut.token());
        } else if (effect instanceof Effect.BeginWork begin) {
            work.begin(begin.token());
        } else if (effect instanceof Effect.FinishWork finish) {
            work.finish(finish.token());
        } else if (effect instanceof Effect.InterruptWork interrupt) {
            work.interrupt(interrupt.token());
        } else if (effect instanceof Effect.Disconnect) {
            store.disconnect();
        } else if (effect instanceof Effect.Announce announce) {
            world.observer().heard(this, announce.event());
        }
    }

    private void open(Effect.OpenGate open) {
        boolean wasOpen = gate.isLeader();
        long extra = world.bug() == Bug.GATE_WITHOUT_MARGIN ? margin() : 0;
        gate.open(open.token(), open.sentAt(), open.deadline() + extra);
        if (gate.isLeader()) {
            world.checker().opened(this);
            if (!wasOpen) {
                world.observer().gateOpened(this, open.token());
            }
            openedEpoch = open.token().epoch();
        }
    }

    private long margin() {
        return strategy() instanceof Strategy.Session session
                ? session.trustWindow().minus(session.gateWindow()).toNanos()
                : strategy().lease().minus(strategy().gateWindow()).toNanos();
    }

    /** Goes on at once; where this bug is planted, after a pause that is long enough for it to show. */
    void whenPlanted(Bug planted, Runnable step) {
        if (world.bug() == planted) {
            world.agenda().after(world.dice().between(0, strategy().fenceBound().toNanos()), strand, step);
        } else {
            step.run();
        }
    }

    /** The stopwatch is read before anything is sent; the thread may be held up right after. */
    private void send(Request request) {
        underWay = request;
        sentAt = node.stopwatch().elapsed();
        long number = ++call;
        world.say(this, () -> Report.brief(request));
        world.agenda().after(node.realTime(limit(request)), strand, () -> {
            if (number == call) {
                abandon(SqlError.SOCKET_TIMEOUT);
            }
        });
        Runnable go = () -> {
            if (number == call) {
                store.send(request, this::replied);
            }
        };
        if (world.dice().chance(0.02)) {
            world.agenda().after(world.stumble(), strand, go);
        } else {
            go.run();
        }
    }

    private long limit(Request request) {
        long limit = strategy().callTimeout().toNanos();
        return request instanceof Request.Await await ? limit + await.patience().toNanos() : limit;
    }

    /** Nobody waits for the answer any more; the connection goes, so that none can come. */
    private void abandon(SqlError error) {
        store.disconnect();
        replied(new Outcome.Failed(error.thrown()));
    }

    private void replied(Outcome outcome) {
        Request request = underWay;
        underWay = null;
        call++;
        world.say(this, () -> "    " + Report.brief(outcome));
        world.observer().replied(this, request, outcome);
        long counted = world.bug() == Bug.GATE_FROM_ANSWER ? node.stopwatch().elapsed() : sentAt;
        handle(new Event.Replied(request, counted, outcome));
        turn();
    }

    private void arm() {
        long alarmAt = state.alarmAt();
        if (alarmAt == State.NEVER || alarmAt == armedFor) {
            return;
        }
        armedFor = alarmAt;
        long wait = Math.max(0, node.realTime(alarmAt - node.stopwatch().elapsed()));
        world.agenda().after(wait + 20_000, strand, () -> ring(alarmAt));
    }

    private void ring(long alarmAt) {
        if (armedFor == alarmAt) {
            armedFor = State.NEVER;
        }
        if (!busy && state.alarmAt() == alarmAt) {
            inbox.addFirst(new Event.AlarmRang());
            turn();
        }
    }

    void leave(Exit exit) {
        world.say(this, () -> "is asked to leave: " + exit);
        post(new Event.LeaveRequested(exit));
    }

    @Override
    public String toString() {
        return node.holderId() + "/" + Names.role(role);
    }
}
