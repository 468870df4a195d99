package dev.baton.election;

import dev.baton.Campaign;
import dev.baton.FencedWrites;
import dev.baton.LeaderGate;
import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import dev.baton.LeadershipEvent;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.NotLeaderException;
import dev.baton.StaleTokenException;
import dev.baton.StaleTokenException.Refusal;
import dev.baton.spi.LeaderStore;
import dev.baton.spi.Outcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives one {@link Election} in production: one thread, which performs the effects of each step in order and then waits
 * for the next event or alarm. A request blocks that thread, so what arrives meanwhile waits in the mailbox, except what
 * must not wait: a refused fence shuts the gate on the spot, and a stop interrupts a wait inside the database.
 */
public final class Elector implements Campaign {

    private static final Logger LOG = LoggerFactory.getLogger(Elector.class);

    private final Candidate candidate;
    private final LeaderStore store;
    private final Optional<LeaderWork> work;
    private final Announcer announcer;
    private final ElectionLog log;
    private final Election election;
    private final Stopwatch stopwatch = Stopwatch.system();
    private final Rhythm rhythm = Rhythm.ofProcess();
    private final DeadlineGate gate;
    private final GateObserver observer;
    private final InFlight inFlight = new InFlight();
    private final BlockingQueue<Event> mailbox = new LinkedBlockingQueue<>();
    private final Departures departures = new Departures();
    private final AtomicLong attempts = new AtomicLong();
    private final Thread thread;
    private volatile State state;
    private volatile boolean closing;
    private volatile boolean leaving;
    private TermThread term;

    public Elector(Candidate candidate, LeaderStore store, Optional<LeaderWork> work, Announcer announcer) {
        this.candidate = candidate;
        this.store = store;
        this.work = work;
        this.announcer = announcer;
        this.log = new ElectionLog(candidate);
        this.election = new Election(candidate);
        this.gate = new DeadlineGate(candidate.role(), stopwatch);
        this.observer = new GateObserver(gate, this::announceGate);
        this.state = election.initial();
        this.thread = Threads.daemon("baton-elector-" + candidate.role(), this::run);
    }

    /** Begins to run; stands for the role unless it only observes. */
    public void start(boolean observes) {
        if (!observes) {
            mailbox.add(new Event.Started());
        }
        thread.start();
    }

    private void run() {
        try {
            elect();
        } finally {
            end();
        }
    }

    private void elect() {
        while (!closing || !(state instanceof State.Resting)) {
            try {
                Event event = nextEvent();
                while (event != null) {
                    event = perform(election.step(state, event, rhythm.moment(stopwatch.elapsed())));
                }
            } catch (InterruptedException e) {
                break;
            } catch (RuntimeException | Error e) {
                recover(e);
            }
        }
    }

    private void end() {
        gate.retire();
        if (term != null) {
            term.interrupt();
        }
        observer.observe("the campaign ended");
        store.close();
        departures.close();
    }

    private Event nextEvent() throws InterruptedException {
        long alarmAt = state.alarmAt();
        if (alarmAt == State.NEVER) {
            return mailbox.take();
        }
        long left = alarmAt - stopwatch.elapsed();
        Event event = left <= 0 ? null : mailbox.poll(left, TimeUnit.NANOSECONDS);
        return event == null ? new Event.AlarmRang() : event;
    }

    /** Performs a step; returns the answer to its request, if it made one. */
    private Event perform(Step step) {
        state = step.next();
        rhythm.joins(state);
        Event reply = null;
        for (Effect effect : step.effects()) {
            reply = perform(effect);
        }
        observer.observe(state instanceof State.Leading ? "its last heartbeat is too old" : "the term is over");
        departures.settle(state);
        return reply;
    }

    private Event perform(Effect effect) {
        if (effect instanceof Effect.Call call) {
            observer.observe("the term is over");
            return call(call.request());
        } else if (effect instanceof Effect.OpenGate open) {
            gate.open(open.token(), open.sentAt(), open.deadline());
        } else if (effect instanceof Effect.ShutGate shut) {
            gate.revoke(shut.token());
            leaving = false;
        } else if (effect instanceof Effect.BeginWork begin) {
            beginWork(begin.token());
        } else if (effect instanceof Effect.FinishWork finish) {
            finishWork(finish.token());
        } else if (effect instanceof Effect.InterruptWork interrupt) {
            interruptWork(interrupt.token());
        } else if (effect instanceof Effect.Disconnect) {
            store.disconnect();
        } else if (effect instanceof Effect.Announce announce) {
            announcer.announce(log, announce.event());
            departures.told(announce.event());
        }
        return null;
    }

    private Event call(Request request) {
        if (request instanceof Request.Await) {
            Event leave = pendingLeave();
            if (leave != null) {
                return leave;
            }
        }
        if (request instanceof Request.Await || request instanceof Request.Take) {
            attempts.incrementAndGet();
        }
        long sentAt = stopwatch.elapsed();
        Outcome outcome = send(request);
        if (outcome instanceof Outcome.HeldBy) {
            Rehearsal.once(candidate);
        }
        Event leave = request instanceof Request.Await && outcome instanceof Outcome.Failed ? pendingLeave() : null;
        return leave != null ? leave : new Event.Replied(request, sentAt, outcome);
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

    private Outcome send(Request request) {
        try {
            return request.sendTo(store);
        } catch (RuntimeException e) {
            return new Outcome.Failed(e);
        }
    }

    private void beginWork(LeaderToken token) {
        if (work.isPresent()) {
            term = new TermThread(token, gate, work.get(), term, reason -> workEnded(token, reason));
            term.start();
        }
    }

    private void finishWork(LeaderToken token) {
        leaving = true;
        if (term != null && term.token().equals(token)) {
            term.finish();
        } else {
            workEnded(token, "left");
        }
    }

    private void interruptWork(LeaderToken token) {
        if (term != null && term.token().equals(token)) {
            term.interrupt();
        }
    }

    /** The role's work has ended when its thread has, and every fenced transaction that it began. */
    private void workEnded(LeaderToken token, String reason) {
        inFlight.whenIdle(() -> mailbox.add(new Event.WorkEnded(token, reason)));
    }

    /** A defect, not a database error: the gate shuts, the lock goes, and the instance stands again. */
    private void recover(Throwable defect) {
        LOG.error("the election of role {} failed unexpectedly and starts again", candidate.role(), defect);
        if (state instanceof State.Leading leading) {
            gate.revoke(leading.token());
        }
        if (term != null) {
            term.interrupt();
        }
        store.disconnect();
        state = State.Following.fresh()
                .asleepUntil(
                        stopwatch.elapsed() + candidate.backoff().errorMax().toNanos());
        observer.observe("the term is over");
    }

    private void announceGate(Kind kind, LeaderToken token, String reason) {
        announcer.announce(
                log,
                LeadershipEvent.of(kind, token.role(), token.holderId(), token.epoch())
                        .because(reason));
    }

    /** From the writer's thread, when the fence refused its transaction. */
    public void refused(StaleTokenException refusal) {
        inFlight.rejected();
        LeaderToken token = refusal.token();
        if (leads(token)) {
            if (refusal.refusal() == Refusal.SUPERSEDED) {
                gate.revoke(token);
            } else {
                gate.suspect();
            }
            mailbox.add(new Event.FenceRefused(token, refusal.refusal(), stopwatch.elapsed()));
        }
        announcer.announce(
                log,
                LeadershipEvent.of(Kind.FENCED_WRITE_REJECTED, token.role(), token.holderId(), token.epoch())
                        .because(refusal.getMessage()));
        observer.observe("the fence refused a transaction");
    }

    private boolean leads(LeaderToken token) {
        return state instanceof State.Leading leading && leading.token().equals(token);
    }

    /** The machine may have slept: nothing that was trusted before is trusted now. */
    void timeJumped() {
        gate.suspect();
        mailbox.add(new Event.TimeJumped());
        observer.observe("the clock jumped");
    }

    /** Notices a gate that has shut by itself. */
    void observeGate() {
        observer.observe("its last heartbeat is too old");
    }

    /** Somebody announced a change of this role. */
    public void nudge() {
        mailbox.add(new Event.Nudged());
    }

    /**
     * The door for acts that start something new: the gate, and no role that is being left.
     *
     * @throws NotLeaderException if it is shut
     */
    public void admit(LeaderToken token) {
        gate.ensureEpoch(token.epoch());
        if (leaving) {
            throw new NotLeaderException(role(), "role '" + role() + "' is being left: it starts nothing new");
        }
    }

    /** Fenced transactions of this role in this process; leaving waits for them. */
    public InFlight inFlight() {
        return inFlight;
    }

    public Candidate candidate() {
        return candidate;
    }

    @Override
    public String role() {
        return candidate.role();
    }

    @Override
    public LeaderGate gate() {
        return gate;
    }

    @Override
    public Standing standing() {
        return state.standing();
    }

    @Override
    public Optional<LeaderToken> awaitLeadership(Duration atMost) throws InterruptedException {
        return observer.awaitOpen(atMost);
    }

    @Override
    public CompletableFuture<Void> drain() {
        return leave(new Exit.Drain(), departures.untilResting());
    }

    @Override
    public void undrain() {
        mailbox.add(new Event.Started());
    }

    @Override
    public CompletableFuture<Void> transferTo(String nodeId) {
        if (closing || !(state instanceof State.Leading leading)) {
            return CompletableFuture.failedFuture(new NotLeaderException(
                    role(), "role '" + role() + "' is not led by this instance, so it cannot hand it over"));
        }
        return leave(new Exit.Transfer(nodeId), departures.untilTransferred(leading.token()));
    }

    private CompletableFuture<Void> leave(Exit exit, CompletableFuture<Void> done) {
        mailbox.add(new Event.LeaveRequested(exit));
        if (!exit.returns()) {
            store.interrupt();
        }
        return done;
    }

    @Override
    public void stepDown(LeaderToken token, String reason) {
        if (leads(token)) {
            gate.revoke(token);
            mailbox.add(new Event.StepDown(token, reason));
        }
    }

    @Override
    public long attempts() {
        return attempts.get();
    }

    @Override
    public Optional<Duration> heartbeatAge() {
        return state.heartbeatAge(stopwatch.elapsed());
    }

    @Override
    public FencedWrites fencedWrites() {
        return inFlight.fencedWrites();
    }

    @Override
    public void close() {
        closing = true;
        CompletableFuture<Void> done = leave(new Exit.Stop(), departures.untilResting());
        try {
            Duration call = candidate.strategy().callTimeout();
            thread.join(candidate.drainTimeout().plus(call).toMillis());
            if (thread.isAlive()) {
                LOG.warn("the election of role {} did not stop in time and is cut off", role());
                thread.interrupt();
                store.close();
            }
        } catch (InterruptedException e) {
            thread.interrupt();
            store.close();
            Thread.currentThread().interrupt();
        }
        gate.retire();
        done.complete(null);
    }
}
