package dev.baton.submissions.executor;

import dev.baton.FenceDemand;
import dev.baton.NotLeaderException;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.Outcome;
import dev.baton.submissions.store.AttemptWrites;
import dev.baton.submissions.store.Finish;
import dev.baton.submissions.store.Finished;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records outcomes, as many as there are in one fenced transaction. It outlives the loss of its term: a call that was
 * under way may finish, and its outcome is written if the fence still holds. If not, the next leader finds the attempt
 * unfinished.
 */
final class Recorder {

    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);
    private static final int MOST_AT_ONCE = 500;

    private final TermContext context;
    private final AttemptWrites writes;
    private final Consumer<Done> tell;
    private final Runnable webhookDue;
    private final AtomicInteger underWay = new AtomicInteger();
    private final BlockingQueue<Optional<Answered>> queue = new LinkedBlockingQueue<>();
    private volatile boolean finishing;

    /** An attempt that is over and not on record yet. */
    private record Answered(UnderWay attempt, Outcome outcome) {}

    /**
     * An attempt that holds its slot no longer.
     *
     * @param next when the intent is due again, if it is known to be
     */
    record Done(String intentId, Optional<Entry> next) {}

    Recorder(TermContext context, AttemptWrites writes, Consumer<Done> tell, Runnable webhookDue) {
        this.context = context;
        this.writes = writes;
        this.tell = tell;
        this.webhookDue = webhookDue;
    }

    void start() {
        Daemons.start("baton-recorder-" + context.token().epoch(), this::run);
    }

    /** How many attempts hold a slot. */
    int underWay() {
        return underWay.get();
    }

    /** To be told before the attempt can be {@linkplain #add over}. */
    void expect(int attempts) {
        underWay.addAndGet(attempts);
    }

    void add(UnderWay attempt, Outcome outcome) {
        queue.add(Optional.of(new Answered(attempt, outcome)));
    }

    /** No more attempts will be started; the thread ends with the last one under way. */
    void finish() {
        finishing = true;
        queue.add(Optional.empty());
    }

    private void run() {
        try {
            while (!finishing || underWay.get() > 0) {
                List<Optional<Answered>> some = new ArrayList<>();
                some.add(queue.take());
                queue.drainTo(some, MOST_AT_ONCE - 1);
                List<Answered> batch = some.stream().flatMap(Optional::stream).toList();
                if (!batch.isEmpty()) {
                    settle(batch);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void settle(List<Answered> batch) {
        Map<String, Recorded> done = new HashMap<>();
        try {
            context.parts()
                    .listener()
                    .recording(batch.stream().map(a -> a.attempt().intentId()).toList());
            record(batch, done);
        } catch (NotLeaderException e) {
            LOG.warn(
                    "{} outcomes are not recorded, the next leader will call them unknown: {}",
                    batch.size(),
                    e.getMessage());
        } catch (SQLException | RuntimeException e) {
            context.stepDown("recording outcomes", e);
        } finally {
            long now = context.now();
            underWay.addAndGet(-batch.size());
            for (Answered answered : batch) {
                answered.attempt().guard().leave();
                Recorded recorded = done.get(answered.attempt().intentId());
                end(answered, recorded);
                tell.accept(new Done(answered.attempt().intentId(), next(recorded, now)));
            }
        }
        announce(done);
    }

    private static void end(Answered answered, Recorded recorded) {
        if (recorded == null) {
            answered.attempt().span().fail("its outcome is not on record");
        } else {
            Spans.end(answered.attempt().span(), recorded.outcome());
        }
    }

    private static Optional<Entry> next(Recorded recorded, long now) {
        if (recorded == null || recorded.finished().status() != IntentStatus.PENDING) {
            return Optional.empty();
        }
        Finished finished = recorded.finished();
        return Optional.of(new Entry(
                finished.intentId(), finished.gateway(), finished.number(), now + finished.retryMillis() * 1_000_000));
    }

    /** One transaction for all; halves of it where a row is at fault, down to the culprit, which becomes an error. */
    private void record(List<Answered> batch, Map<String, Recorded> done) throws SQLException {
        try {
            write(batch.stream().map(a -> a.attempt().finish(a.outcome())).toList(), done);
        } catch (SQLException e) {
            if (!DataErrors.isData(e)) {
                throw e;
            }
            if (batch.size() > 1) {
                record(batch.subList(0, batch.size() / 2), done);
                record(batch.subList(batch.size() / 2, batch.size()), done);
            } else {
                recordCulprit(batch.get(0), e, done);
            }
        }
    }

    private void write(List<Finish> finishes, Map<String, Recorded> done) throws SQLException {
        Map<String, Outcome> outcomes = new HashMap<>();
        finishes.forEach(finish -> outcomes.put(finish.intentId(), finish.outcome()));
        List<Finished> written = context.fenced(FenceDemand.CURRENT, c -> writes.finish(c, context.token(), finishes));
        written.forEach(f -> done.put(f.intentId(), new Recorded(f, outcomes.get(f.intentId()))));
    }

    private void recordCulprit(Answered culprit, SQLException error, Map<String, Recorded> done) throws SQLException {
        LOG.warn(
                "the outcome of intent {} cannot be recorded as it is",
                culprit.attempt().intentId(),
                error);
        Outcome plain = Outcome.error("the outcome ("
                + culprit.outcome().status().label() + ") could not be recorded: SQLSTATE " + error.getSQLState());
        Finish finish = culprit.attempt().finish(plain);
        try {
            write(List.of(finish), done);
        } catch (SQLException again) {
            if (!DataErrors.isData(again)) {
                throw again;
            }
            LOG.error("intent {} cannot be written at all and stays as it is", finish.intentId(), again);
        }
    }

    private void announce(Map<String, Recorded> done) {
        context.announce(done.values());
        if (done.values().stream().anyMatch(recorded -> recorded.finished().webhook())) {
            webhookDue.run();
        }
    }
}
