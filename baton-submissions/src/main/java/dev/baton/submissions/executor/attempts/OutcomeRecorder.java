package dev.baton.submissions.executor.attempts;

import dev.baton.FenceDemand;
import dev.baton.NotLeaderException;
import dev.baton.sql.jdbc.BatchWrites;
import dev.baton.submissions.executor.limits.CallSlots;
import dev.baton.submissions.executor.schedule.WaitingIntent;
import dev.baton.submissions.executor.term.Postponed;
import dev.baton.submissions.executor.term.TermContext;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.Outcome;
import dev.baton.submissions.store.AttemptWrites;
import dev.baton.submissions.store.EndedAttempt;
import dev.baton.submissions.store.HeldRows;
import dev.baton.submissions.store.IntentAfterAttempt;
import dev.baton.submissions.store.UnderTerm;
import dev.baton.support.Threads;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records outcomes, as many as there are in one fenced transaction. It outlives the loss of its term: a call that was
 * under way may finish, and its outcome is written if the fence still holds. If not, the next leader finds the attempt
 * unfinished. An outcome whose row somebody holds, or that the database refuses even as an error, costs no other anything and is
 * {@linkplain Postponed tried again}.
 */
public final class OutcomeRecorder {

    private static final Logger LOG = LoggerFactory.getLogger(OutcomeRecorder.class);
    private static final int MOST_AT_ONCE = 500;

    private final TermContext context;
    private final Optional<AttemptsTogether> together;
    private final AttemptWrites writes;
    private final HeldRows held;
    private final Consumer<Done> tell;
    private final Runnable webhookDue;
    private final CallSlots slots;
    private final AtomicInteger underWay = new AtomicInteger();
    private final BlockingQueue<Optional<Answered>> queue = new LinkedBlockingQueue<>();
    private final Postponed<Answered> postponed;
    private volatile boolean finishing;

    /** An attempt that is over and not on record yet. */
    private record Answered(AttemptUnderWay attempt, Outcome outcome) {

        String intentId() {
            return attempt.intentId();
        }
    }

    /**
     * What came of a batch; what is in neither has moved on, or the term is over.
     *
     * @param done what is on record
     * @param left what is to be tried again; whether somebody holds its row
     */
    private record Batch(Map<String, RecordedAttempt> done, Map<String, Boolean> left) {

        Batch() {
            this(new HashMap<>(), new HashMap<>());
        }
    }

    /**
     * An attempt that holds its slot no longer.
     *
     * @param next when the intent is due again, if it is known to be
     */
    public record Done(String intentId, Optional<WaitingIntent> next) {}

    /**
     * @param together what this node records for other terms goes along with, where there are any
     * @param slots given back when an outcome is on record
     */
    public OutcomeRecorder(
            TermContext context,
            Optional<AttemptsTogether> together,
            AttemptWrites writes,
            CallSlots slots,
            Consumer<Done> tell,
            Runnable webhookDue) {
        this.context = context;
        this.together = together;
        this.writes = writes;
        this.slots = slots;
        this.tell = tell;
        this.webhookDue = webhookDue;
        this.held = new HeldRows(context.parts().sql());
        this.postponed = new Postponed<>(context.parts().time());
    }

    public void start() {
        Threads.daemon(context.threadName("baton-recorder"), this::run).start();
    }

    /** How many attempts hold a slot, or would be on record if nobody held their rows. */
    public int underWay() {
        return underWay.get() + postponed.held();
    }

    /** To be told before the attempt can be {@linkplain #addOutcome over}. */
    public void expectAttempts(int attempts) {
        underWay.addAndGet(attempts);
    }

    public void addOutcome(AttemptUnderWay attempt, Outcome outcome) {
        queue.add(Optional.of(new Answered(attempt, outcome)));
    }

    /** No more attempts will be started; the thread ends with the last one under way. */
    public void finish() {
        finishing = true;
        queue.add(Optional.empty());
    }

    private void run() {
        try {
            while (!finishing || underWay() > 0) {
                settle(take(), true);
                settle(postponed.due(MOST_AT_ONCE), false);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Those that are answered, unless a postponed one is due before. */
    private List<Answered> take() throws InterruptedException {
        List<Optional<Answered>> some = new ArrayList<>();
        Optional<Answered> first = queue.poll(postponed.untilNext(), TimeUnit.NANOSECONDS);
        if (first != null) {
            some.add(first);
            queue.drainTo(some, MOST_AT_ONCE - 1);
        }
        return some.stream().flatMap(Optional::stream).toList();
    }

    /** @param isNew whether they hold their slots still */
    private void settle(List<Answered> batch, boolean isNew) {
        if (batch.isEmpty()) {
            return;
        }
        Batch result = new Batch();
        try {
            context.parts()
                    .listener()
                    .recording(batch.stream().map(Answered::intentId).toList());
            record(batch, result);
        } catch (NotLeaderException e) {
            LOG.warn(
                    "{} outcomes are not recorded, the next leader will call them unknown: {}",
                    batch.size(),
                    e.getMessage());
        } catch (SQLException | RuntimeException e) {
            context.stepDown("recording outcomes", e);
        } catch (Error e) { // this thread has to go on: whatever is under way holds a slot until it is settled
            context.stepDown("recording outcomes", new IllegalStateException(e));
        } finally {
            batch.forEach(answered -> postpone(answered, result.left().get(answered.intentId())));
            if (isNew) {
                leave(batch, result.done());
            }
            long now = context.now();
            batch.forEach(one ->
                    tell.accept(new Done(one.intentId(), next(result.done().get(one.intentId()), now))));
        }
        announce(result.done());
    }

    /** @param isHeld null if it need not be tried again */
    private void postpone(Answered answered, Boolean isHeld) {
        if (isHeld == null) {
            postponed.remove(answered.intentId());
        } else if (!postponed.add(answered.intentId(), answered, isHeld)) {
            LOG.error("the outcome of intent {} is left to the next leader, too many wait", answered.intentId());
        }
    }

    private void leave(List<Answered> batch, Map<String, RecordedAttempt> done) {
        underWay.addAndGet(-batch.size());
        batch.forEach(answered -> answered.attempt().guard().leave());
        slots.giveBack(batch.size()); // last: who is given one must find room at the gateway
        batch.forEach(answered -> end(answered, done.get(answered.intentId())));
    }

    private static void end(Answered answered, RecordedAttempt recorded) {
        if (recorded == null) {
            answered.attempt().span().fail("its outcome is not on record");
        } else {
            AttemptSpans.end(answered.attempt().span(), recorded.outcome());
        }
    }

    private static Optional<WaitingIntent> next(RecordedAttempt recorded, long now) {
        if (recorded == null || recorded.finished().status() != IntentStatus.PENDING) {
            return Optional.empty();
        }
        IntentAfterAttempt finished = recorded.finished();
        return Optional.of(new WaitingIntent(
                finished.intentId(),
                finished.gateway(),
                finished.number(),
                finished.dueMicros(),
                now + finished.retryMillis() * 1_000_000));
    }

    /** One transaction for all, or halves of it where a row is at fault; the culprit is recorded as an error. */
    private void record(List<Answered> batch, Batch result) throws SQLException {
        BatchWrites.writeOrSplit(
                batch,
                context::isDataError,
                some -> write(
                        some.stream().map(a -> a.attempt().finish(a.outcome())).toList(), result),
                (culprit, error) -> recordCulprit(culprit, error, result));
    }

    private void write(List<EndedAttempt> finishes, Batch result) throws SQLException {
        Map<String, Outcome> outcomes = new HashMap<>();
        finishes.forEach(finish -> outcomes.put(finish.intentId(), finish.outcome()));
        Optional<List<IntentAfterAttempt>> shared =
                together.isPresent() ? together.get().finish(context.token(), finishes) : Optional.empty();
        List<IntentAfterAttempt> written = shared.isPresent()
                ? shared.get()
                : context.fenced(FenceDemand.CURRENT, c -> writes.finish(c, UnderTerm.all(context.token(), finishes)));
        written.forEach(f -> result.done().put(f.intentId(), new RecordedAttempt(f, outcomes.get(f.intentId()))));
        held.heldOf(finishes, written).forEach(id -> result.left().put(id, true));
    }

    private void recordCulprit(Answered culprit, SQLException error, Batch result) throws SQLException {
        LOG.warn("the outcome of intent {} cannot be recorded as it is", culprit.intentId(), error);
        Outcome plain = Outcome.error("the outcome ("
                + culprit.outcome().status().label() + ") could not be recorded: SQLSTATE " + error.getSQLState());
        EndedAttempt finish = culprit.attempt().finish(plain);
        try {
            write(List.of(finish), result);
        } catch (SQLException again) {
            if (!context.isDataError(again)) {
                throw again;
            }
            LOG.error("intent {} cannot be written at all and stays as it is for now", finish.intentId(), again);
            result.left().put(finish.intentId(), false);
        }
    }

    private void announce(Map<String, RecordedAttempt> done) {
        context.countAttempts(done.size());
        RecordedAttempt.announceAll(context, done.values());
        if (done.values().stream().anyMatch(recorded -> recorded.finished().webhook())) {
            webhookDue.run();
        }
    }
}
