package dev.baton.election;

import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.NotLeaderException;
import dev.baton.StaleTokenException;
import dev.baton.StaleTokenException.Refusal;
import dev.baton.election.Surroundings.Turn;
import dev.baton.spi.Outcome;
import dev.baton.support.Stopwatch;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Drives one election: performs the effects of each step in order, has at most one request under way, and keeps other
 * events in a mailbox meanwhile. Two things do not wait for it: a refused fence shuts the gate on the spot, and a stop
 * interrupts a wait inside the database.
 *
 * <p>It has no thread and no clock. Whoever runs it ({@link ElectorThread} in production, the simulation) calls
 * {@link #proceed()} and does what the {@link Turn} says. {@link #proceed()}, {@link #answered}, {@link #recover()},
 * {@link #end()}, {@link #isResting()} and {@link #isMidStep()} are for that runner alone, one at a time. Every other method may
 * be called from any thread. How a candidacy is closed is decided here as well; the runner only counts the time.
 */
public final class ElectionDriver {

    private static final Turn AGAIN = new Turn.Again();

    private final Supplier<Candidate> candidate;
    private final String role;
    private final Step.Rules rules;
    private final HeartbeatAlignment alignment;
    private final Surroundings surroundings;
    private final Stopwatch stopwatch;
    private final Surroundings.TermWork work;
    private final WorkOfEarlierTerm oldWork;
    private final DeadlineGate gate;
    private final GateObserver observer;
    private final InFlight inFlight = new InFlight();
    private final Departures departures = new Departures();
    private final AtomicLong attempts = new AtomicLong();
    private final Queue<Event> mailbox = new ConcurrentLinkedQueue<>();
    private final Queue<Effect> effects = new ArrayDeque<>();
    private volatile State state;
    private volatile boolean leaving;
    private volatile boolean closing;
    private volatile boolean cutOff;
    private Request underWay;
    private long sentAt;
    private Event reply;
    private Event undecided;

    public ElectionDriver(
            Supplier<Candidate> candidate,
            Step.Rules rules,
            HeartbeatAlignment alignment,
            Surroundings.TermWork work,
            Surroundings surroundings) {
        this.candidate = candidate;
        this.role = candidate.get().role();
        this.rules = rules;
        this.alignment = alignment;
        this.surroundings = surroundings;
        this.stopwatch = surroundings.stopwatch();
        this.work = work;
        this.oldWork = new WorkOfEarlierTerm(role, work, stopwatch);
        this.gate = new DeadlineGate(role, stopwatch);
        this.observer = new GateObserver(gate, surroundings::announce);
        this.state = rules.initial();
    }

    /** Performs the next effect; when all are performed, takes the next event. */
    public Turn proceed() {
        if (isOver()) {
            return new Turn.End();
        }
        if (effects.isEmpty()) {
            Event event = nextEvent();
            if (event == null) {
                return new Turn.Sleep(state.alarmAt());
            }
            take(event);
        }
        Effect effect = effects.poll();
        Turn turn = effect == null ? AGAIN : perform(effect);
        if (effects.isEmpty() && underWay == null) {
            stepDone();
        }
        return turn;
    }

    /** Whoever is cut off finishes its step; what waits in the mailbox would begin something new. */
    private boolean isOver() {
        return (closing && isResting()) || (cutOff && isBetweenSteps());
    }

    /** The answer first, then an alarm that is due, then what is in the mailbox. */
    private Event nextEvent() {
        Event event = reply;
        reply = null;
        if (event != null) {
            return event;
        }
        return stopwatch.elapsed() >= state.alarmAt() ? new Event.AlarmRang() : mailbox.poll();
    }

    private void take(Event event) {
        undecided = event;
        Step step = rules.step(state, event, alignment.moment(stopwatch.elapsed()));
        undecided = null;
        state = step.next();
        alignment.stateChanged(state);
        effects.addAll(step.effects());
    }

    private Turn perform(Effect effect) {
        if (effect instanceof Effect.Call call) {
            observer.observe("the term is over");
            return call(call.request());
        } else if (effect instanceof Effect.OpenGate open) {
            gate.open(open.token(), open.sentAt(), open.deadline());
        } else if (effect instanceof Effect.ShutGate shut) {
            gate.revoke(shut.token());
            leaving = false;
        } else if (effect instanceof Effect.BeginWork begin) {
            work.begin(begin.token(), gate, reason -> workEnded(begin.token(), reason));
        } else if (effect instanceof Effect.FinishWork finish) {
            finishWork(finish.token());
        } else if (effect instanceof Effect.InterruptWork interrupt) {
            work.interrupt(interrupt.token());
        } else if (effect instanceof Effect.Disconnect) {
            surroundings.disconnect();
        } else if (effect instanceof Effect.Announce announce) {
            surroundings.announce(announce.event());
            departures.announced(announce.event());
        }
        return AGAIN;
    }

    /** The stopwatch is read before anything is sent: the gate's deadline counts from here. */
    private Turn call(Request request) {
        boolean asksForRole = request instanceof Request.Await || request instanceof Request.Take;
        reply = request instanceof Request.Await ? pendingLeave() : null;
        if (reply == null && asksForRole) {
            reply = oldWork.answerTo(request);
        }
        if (reply != null) {
            return AGAIN;
        }
        if (asksForRole) {
            attempts.incrementAndGet();
        }
        underWay = request;
        sentAt = stopwatch.elapsed();
        return new Turn.Ask(request);
    }

    /** The store's answer to the request that was asked for. */
    public void answered(Outcome outcome) {
        Request request = underWay;
        underWay = null;
        Event leave = request instanceof Request.Await && outcome instanceof Outcome.Failed ? pendingLeave() : null;
        reply = leave != null ? leave : new Event.Replied(request, sentAt, outcome);
        stepDone();
    }

    /**
     * A candidate that waits inside the database asks again and again without looking at its mailbox, so it looks here.
     * A follower ignores everything but the wish to leave.
     */
    private Event pendingLeave() {
        Event event = mailbox.poll();
        while (event != null
                && !(event instanceof Event.LeaveRequested request
                        && !request.exit().returns())) {
            event = mailbox.poll();
        }
        return event;
    }

    private void stepDone() {
        observer.observe(state instanceof State.Leading ? GateObserver.LATE_HEARTBEAT : "the term is over");
        departures.settle(state);
    }

    private void finishWork(LeaderToken token) {
        leaving = true;
        if (!work.finish(token)) {
            workEnded(token, "left");
        }
    }

    /** The role's work has ended when it says so, and every fenced transaction that it began has ended too. */
    private void workEnded(LeaderToken token, String reason) {
        inFlight.whenIdle(() -> post(new Event.WorkEnded(token, reason)));
    }

    /** After a defect (not a database error): the gate shuts, the lock goes, the instance stands again or rests, as it was to. */
    public void recover() {
        effects.clear();
        underWay = null;
        reply = null;
        if (state instanceof State.Leading leading) {
            gate.revoke(leading.token());
        }
        leaving = false;
        work.interruptAll();
        surroundings.disconnect();
        departures.termForgotten();
        long pause = candidate().backoff().errorMax().toNanos();
        state = state.wantsToRest(undecided)
                ? new State.Resting()
                : State.Following.fresh().asleepUntil(stopwatch.elapsed() + pause);
        undecided = null;
        observer.observe("the term is over");
        departures.settle(state);
    }

    /** Whether the instance stands for nothing, and nothing of that remains to be done. */
    public boolean isResting() {
        return state instanceof State.Resting && isBetweenSteps();
    }

    /** Whether effects of the last step are still to be performed. */
    public boolean isMidStep() {
        return !effects.isEmpty();
    }

    /** Whether nothing of the last step remains, its answer included. */
    private boolean isBetweenSteps() {
        return !isMidStep() && reply == null;
    }

    /**
     * Leaves the role for good. The runner hears {@link Turn.End} when that is done; if it takes longer than
     * {@link Candidate#closingPatience()}, the runner calls {@link #cutOff()}.
     */
    public CompletableFuture<Void> close() {
        closing = true;
        return stop();
    }

    /** Waits no longer. The gate first: with takeover {@code immediate} the next one opens as soon as the session is gone. */
    public void cutOff() {
        gate.retire();
        cutOff = true;
        surroundings.cutOff();
    }

    /** The last thing: nothing opens the gate again, and nobody waits any longer. */
    public void end() {
        gate.retire();
        work.interruptAll();
        observer.observe("the campaign ended");
        surroundings.close();
        departures.close();
    }

    private void post(Event event) {
        mailbox.add(event);
        surroundings.wakeUp();
    }

    /**
     * The fence refused a transaction: from the writer's thread, at once. Where it found another term, this one is over
     * for good. Where it found this term expired, only a heartbeat that is sent from now on can open the gate again; the
     * rules decide whether the term goes on.
     */
    public void fenceRefused(StaleTokenException refusal) {
        inFlight.fenceRefused();
        LeaderToken token = refusal.token();
        if (leads(token)) {
            if (refusal.refusal() == Refusal.SUPERSEDED) {
                gate.revoke(token);
            } else {
                gate.suspect();
            }
            post(new Event.FenceRefused(token, refusal.refusal(), stopwatch.elapsed()));
        }
        surroundings.announce(
                LeadershipEvent.of(Kind.FENCED_WRITE_REJECTED, token.role(), token.holderId(), token.epoch())
                        .because(refusal.getMessage()));
        observer.observe("the fence refused a transaction");
    }

    private boolean leads(LeaderToken token) {
        return state instanceof State.Leading leading && leading.token().equals(token);
    }

    /** The machine may have slept: nothing that was trusted before is trusted now. */
    public void timeJumped() {
        gate.suspect();
        post(new Event.TimeJumped());
        observer.observe("the clock jumped");
    }

    /** Notices a gate that has shut by itself. */
    public void observeGate() {
        observer.observe(GateObserver.LATE_HEARTBEAT);
    }

    /** Stands for the role, or stands again. */
    public void stand() {
        post(new Event.Started());
    }

    /** Somebody announced a change of this role: a follower need not wait for its alarm. */
    public void lookNow() {
        post(new Event.Nudged());
    }

    /** Leaves the role and stands for it no more; completed when it is no longer held. */
    public CompletableFuture<Void> stop() {
        return leave(new Exit.Stop(), departures.untilResting());
    }

    /** Leaves the role until {@link #stand()}; completed when it is no longer held. */
    public CompletableFuture<Void> drain() {
        return leave(new Exit.Drain(), departures.untilResting());
    }

    /** Leaves the role to that node; completed when it is released, failed if it is not led or its term ends otherwise. */
    public CompletableFuture<Void> transferTo(String nodeId) {
        if (closing || !(state instanceof State.Leading leading)) {
            return CompletableFuture.failedFuture(Departures.notLed(role));
        }
        LeaderToken token = leading.token();
        return leave(new Exit.Transfer(nodeId), departures.untilTransferred(token, () -> state.isHeldUnder(token)));
    }

    private CompletableFuture<Void> leave(Exit exit, CompletableFuture<Void> done) {
        post(new Event.LeaveRequested(exit));
        if (!exit.returns()) {
            surroundings.interruptAwait();
        }
        return done;
    }

    /** The work cannot trust its own state any more: the gate shuts now, and the term is given up. */
    public void stepDown(LeaderToken token, String reason) {
        if (leads(token)) {
            gate.revoke(token);
            post(new Event.StepDown(token, reason));
        }
    }

    /**
     * The door for acts that start something new: the gate, and no role that is being left.
     *
     * @throws NotLeaderException if it is shut
     */
    void ensureMayStart(LeaderToken token) {
        gate.ensureEpoch(token.epoch());
        if (leaving) {
            throw new NotLeaderException(role, "role '" + role + "' is being left: it starts nothing new");
        }
    }

    Candidate candidate() {
        return candidate.get();
    }

    public State state() {
        return state;
    }

    public DeadlineGate gate() {
        return gate;
    }

    /** Tells of the gate, and lets callers wait for it. */
    GateObserver observer() {
        return observer;
    }

    /** Fenced transactions of this role in this process; leaving waits for them. */
    public InFlight inFlight() {
        return inFlight;
    }

    /** How long ago the last acknowledged heartbeat of a term was sent. */
    Optional<Duration> heartbeatAge() {
        return state.heartbeatAge(stopwatch.elapsed());
    }

    WorkOfEarlierTerm oldWork() {
        return oldWork;
    }

    /** How many times the store was asked for the role. */
    long attempts() {
        return attempts.get();
    }
}
