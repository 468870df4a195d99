package dev.baton.submissions.executor;

import dev.baton.NotLeaderException;
import dev.baton.submissions.executor.attempts.AttemptRecovery;
import dev.baton.submissions.executor.attempts.AttemptStarter;
import dev.baton.submissions.executor.attempts.AttemptUnderWay;
import dev.baton.submissions.executor.attempts.AttemptsTogether;
import dev.baton.submissions.executor.attempts.GatewayCaller;
import dev.baton.submissions.executor.attempts.OutcomeRecorder;
import dev.baton.submissions.executor.limits.CallSlots;
import dev.baton.submissions.executor.limits.GatewayGuards;
import dev.baton.submissions.executor.schedule.GatewayWindow;
import dev.baton.submissions.executor.schedule.Schedule;
import dev.baton.submissions.executor.schedule.ScheduleRefresher;
import dev.baton.submissions.executor.schedule.WaitingIntent;
import dev.baton.submissions.executor.term.ExecutorParts;
import dev.baton.submissions.executor.term.SubmissionLog;
import dev.baton.submissions.executor.term.TermContext;
import dev.baton.submissions.store.AttemptWrites;
import dev.baton.submissions.store.Started;
import dev.baton.support.Signal;
import dev.baton.support.Threads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** One term of the executor, as the package documentation tells it. Everything in memory ends with it. */
final class TermRun {

    private static final Logger LOG = LoggerFactory.getLogger(TermRun.class);
    private static final int MOST_AT_ONCE = 500;
    private static final long GATE_SHUT = Duration.ofMillis(10).toNanos();

    private final TermContext context;
    private final Schedule schedule;
    private final GatewayGuards guards;
    private final ScheduleRefresher refresher;
    private final OutcomeRecorder recorder;
    private final AttemptRecovery recovery;
    private final AttemptStarter starter;
    private final GatewayCaller caller;
    private final CallSlots slots;
    private final Runnable rebuilt;
    private final Signal signal = new Signal();
    private final Queue<OutcomeRecorder.Done> inbox = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean hinted = new AtomicBoolean();
    private String servedLast = "";
    private boolean lacksSlots;
    private boolean moreOverdue;

    /**
     * @param together what this term writes goes along with what others of this node write, where there are any
     * @param slots of this term, or shared with others of this node, as what stands before gateways
     * @param rebuilt told when the schedule stands, before the first attempt
     * @param webhookDue told when an end is to be told
     */
    TermRun(
            TermContext context,
            Optional<AttemptsTogether> together,
            CallSlots slots,
            GatewayGuards guards,
            Runnable rebuilt,
            Runnable webhookDue)
            throws SQLException {
        ExecutorParts parts = context.parts();
        AttemptWrites writes = AttemptWrites.of(parts.sql());
        this.context = context;
        this.schedule = new Schedule(parts.settings().window(), parts.time());
        this.slots = slots;
        this.guards = guards;
        this.rebuilt = rebuilt;
        this.refresher = new ScheduleRefresher(context, schedule);
        this.recorder = new OutcomeRecorder(context, together, writes, slots, this::done, webhookDue);
        this.recovery = new AttemptRecovery(context, writes, refresher.feed());
        this.starter = new AttemptStarter(context, together, writes, refresher.feed(), schedule::refuse, webhookDue);
        this.caller = new GatewayCaller(context, recorder);
    }

    /** There may be new intents: the schedule is refreshed now. */
    void refreshSoon() {
        hinted.set(true);
        signal.giveSignal();
    }

    /** There may be room for another call. */
    void startSoon() {
        signal.giveSignal();
    }

    /** Whether intents of this lane are this term's. */
    boolean covers(String lane) {
        return context.share().covers(lane);
    }

    boolean mayAct() {
        return context.mayAct();
    }

    int queued() {
        return schedule.size();
    }

    int underWay() {
        return recorder.underWay();
    }

    private void done(OutcomeRecorder.Done done) {
        inbox.add(done);
        signal.giveSignal();
    }

    void run() throws InterruptedException {
        Thread watch = Threads.daemon(context.threadName("baton-executor-watch"), this::wakeAtTheEnd);
        watch.start();
        recorder.start();
        try {
            rebuild();
            rebuilt.run();
            work();
            finish();
        } catch (SQLException e) {
            context.stepDown("the executor's work", e);
        } catch (NotLeaderException e) {
            LOG.debug("the executor stops, its term is over", e);
        } finally {
            recorder.finish();
            slots.forget(signal);
            watch.interrupt();
        }
    }

    private void wakeAtTheEnd() {
        try {
            while (!context.term().awaitOver(Duration.ofHours(1))) {
                Thread.onSpinWait();
            }
            signal.giveSignal();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void rebuild() throws SQLException {
        long began = context.now();
        recovery.run();
        int loaded = refresher.rebuild();
        context.ensureLeading();
        Duration took = Duration.ofNanos(context.now() - began);
        SubmissionLog.event(
                Level.INFO,
                "schedule_rebuilt",
                context,
                "a new term began",
                Map.of("loaded", loaded, "millis", took.toMillis()));
        context.parts().listener().scheduleRebuilt(context.token().epoch(), loaded, took);
    }

    private void work() throws SQLException, InterruptedException {
        while (!context.term().isOver()) {
            takeDone();
            if (!context.mayAct()) {
                slots.forget(signal);
                signal.await(GATE_SHUT);
                continue;
            }
            boolean mayBeOverdue = refresher.refresh(hinted.getAndSet(false)) || moreOverdue;
            if (unlessRefusedForNow(recovery::goOn)) {
                hinted.set(true); // their retries are new to the schedule
            }
            moreOverdue = mayBeOverdue && unlessRefusedForNow(starter::expireOverdue);
            if (startSome() == 0) {
                schedule.count();
                signal.await(hinted.get() || moreOverdue ? 0 : wakeAt() - context.now());
            }
        }
    }

    /** What is not urgent, and comes again; says whether more is to be done at once. */
    @FunctionalInterface
    private interface Chore {
        boolean run() throws SQLException;
    }

    private static boolean unlessRefusedForNow(Chore chore) throws SQLException {
        try {
            return chore.run();
        } catch (NotLeaderException e) {
            if (!TermContext.isPassing(e)) {
                throw e;
            }
            return false;
        }
    }

    /** A role that is given up lets calls under way finish; if it is lost meanwhile, this thread is interrupted. */
    private void finish() throws InterruptedException {
        while (recorder.underWay() > 0) {
            signal.await(Duration.ofMillis(100).toNanos());
        }
    }

    private void takeDone() {
        for (OutcomeRecorder.Done done = inbox.poll(); done != null; done = inbox.poll()) {
            schedule.end(done.intentId());
            done.next().ifPresent(schedule::offer);
        }
    }

    /** Starts what is due and may enter, no more than there are free slots; returns how many left the window. */
    private int startSome() throws SQLException {
        List<WaitingIntent> taken = take();
        if (taken.isEmpty()) {
            return 0;
        }
        recorder.expectAttempts(taken.size());
        Map<String, Started> started = new HashMap<>();
        boolean tried = false;
        try {
            starter.start(taken.stream().map(WaitingIntent::toDue).toList(), one -> started.put(one.intentId(), one));
            tried = true;
        } catch (NotLeaderException e) {
            if (!TermContext.isPassing(e)) {
                throw e;
            }
        } finally {
            recorder.expectAttempts(started.size() - taken.size());
            leave(taken, started.keySet(), tried);
            slots.giveBack(taken.size() - started.size()); // last: who is given one must find room at the gateway
            call(taken, started);
        }
        return taken.size();
    }

    /**
     * Round the lanes, one intent at a time, and on from where the last round ended: with a single free slot, the first lane
     * would else take it each time. Nothing while the gate is shut.
     */
    private List<WaitingIntent> take() {
        long now = context.now();
        lacksSlots = false;
        if (!context.mayAct() || schedule.lanes().values().stream().noneMatch(lane -> lane.hasDue(now))) {
            slots.forget(signal);
            return List.of();
        }
        int free = slots.take(signal, MOST_AT_ONCE);
        lacksSlots = free == 0;
        List<WaitingIntent> taken = new ArrayList<>();
        List<Map.Entry<String, GatewayWindow>> open = schedule.lanesAfter(servedLast);
        while (!open.isEmpty() && taken.size() < free) {
            open.removeIf(lane -> taken.size() >= free || !takeOne(lane, now, taken));
        }
        slots.giveBack(free - taken.size());
        return taken;
    }

    private boolean takeOne(Map.Entry<String, GatewayWindow> lane, long now, List<WaitingIntent> taken) {
        if (!lane.getValue().hasDue(now) || !guards.of(lane.getKey()).tryEnter(now)) {
            return false;
        }
        WaitingIntent entry = lane.getValue().take();
        schedule.begin(entry.intentId());
        taken.add(entry);
        servedLast = lane.getKey();
        return true;
    }

    /** @param tried whether what was not started has moved on, most likely; otherwise it still waits */
    private void leave(List<WaitingIntent> taken, Set<String> started, boolean tried) {
        for (WaitingIntent entry : taken) {
            if (!started.contains(entry.intentId())) {
                guards.of(entry.lane()).leaveUnused();
                schedule.end(entry.intentId());
                if (tried) {
                    refresher.lookAgain(entry.lane());
                } else {
                    schedule.offer(entry);
                }
            }
        }
    }

    /** What was started, whatever became of the rest: the last look at the gate is the caller's. */
    private void call(List<WaitingIntent> taken, Map<String, Started> started) {
        for (WaitingIntent entry : taken) {
            Started one = started.get(entry.intentId());
            if (one != null) {
                context.parts()
                        .listener()
                        .started(one.intentId(), one.number(), Duration.ofMillis(Math.max(0, one.waitedMillis())));
                caller.call(AttemptUnderWay.begin(context, one, guards.of(entry.lane())));
            }
        }
    }

    private long wakeAt() {
        long now = context.now();
        long at = Math.min(refresher.nextAt(), recovery.nextAt());
        for (Map.Entry<String, GatewayWindow> lane : schedule.lanes().entrySet()) {
            long due = lane.getValue().nextDue();
            if (due <= now) { // whoever lacks a slot is signalled when there is one
                due = lacksSlots ? Long.MAX_VALUE : guards.of(lane.getKey()).askAgainAt(now);
            }
            at = Math.min(at, due);
        }
        return at;
    }
}
