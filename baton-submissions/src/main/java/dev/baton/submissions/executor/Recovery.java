package dev.baton.submissions.executor;

import dev.baton.FenceDemand;
import dev.baton.submissions.model.Contract;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.Outcome;
import dev.baton.submissions.model.SubmissionListener;
import dev.baton.submissions.model.Verdict;
import dev.baton.submissions.store.AttemptWrites;
import dev.baton.submissions.store.Feed;
import dev.baton.submissions.store.Finish;
import dev.baton.submissions.store.Finished;
import dev.baton.submissions.store.LeftBehind;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * What a new leader does first: attempts that another term started and did not finish get their audit row. The row
 * carries the epoch of the leader that writes it, as every fenced row does; who had started the attempt stands in its
 * error.
 */
final class Recovery {

    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);
    private static final int AT_ONCE = 500;

    private final TermContext context;
    private final AttemptWrites writes;
    private final Feed feed;

    Recovery(TermContext context, AttemptWrites writes, Feed feed) {
        this.context = context;
        this.writes = writes;
        this.feed = feed;
    }

    void run() throws SQLException {
        List<LeftBehind> some;
        do {
            some = context.parts().sql().use(c -> feed.leftBehind(c, context.token(), AT_ONCE));
        } while (!some.isEmpty() && record(some) > 0 && some.size() == AT_ONCE);
    }

    private int record(List<LeftBehind> attempts) throws SQLException {
        List<Finish> finishes = attempts.stream().map(this::unknown).toList();
        try {
            List<Finished> done = context.fenced(FenceDemand.CURRENT, c -> writes.finish(c, context.token(), finishes));
            done.forEach(this::announce);
            context.parts()
                    .settled()
                    .accept(done.stream().map(Finished::intentId).toList());
            return done.size();
        } catch (SQLException e) {
            if (!DataErrors.isData(e)) {
                throw e;
            }
            if (attempts.size() == 1) {
                LOG.error(
                        "intent {} cannot be written and stays as it is",
                        attempts.get(0).intentId(),
                        e);
                return 0;
            }
            int middle = attempts.size() / 2;
            return record(attempts.subList(0, middle)) + record(attempts.subList(middle, attempts.size()));
        }
    }

    private Finish unknown(LeftBehind attempt) {
        Contract contract = context.contract(attempt.contract());
        Outcome outcome = Outcome.unknown(
                "started by " + attempt.holderId() + " under epoch " + attempt.epoch() + ", which ended before it did");
        Verdict verdict = Verdict.of(
                contract,
                outcome,
                attempt.countedBefore() + 1,
                ThreadLocalRandom.current().nextDouble());
        return new Finish(attempt.intentId(), attempt.number(), outcome, verdict, attempt.deadline());
    }

    private void announce(Finished finished) {
        SubmissionListener listener = context.parts().listener();
        SubmissionLog.event(
                Level.WARN,
                "attempt_unknown",
                context.token(),
                Map.of("intent_id", finished.intentId(), "attempt", finished.number()));
        listener.attemptUnknown(finished.intentId(), finished.number());
        listener.recorded(finished.intentId(), finished.number(), Outcome.unknown(""), Duration.ZERO);
        if (finished.status() == IntentStatus.PENDING) {
            listener.retryScheduled(finished.intentId(), Duration.ofMillis(finished.retryMillis()));
        } else if (!finished.endedBefore()) {
            listener.terminal(
                    finished.intentId(), finished.target(), finished.status(), Duration.ofMillis(finished.ageMillis()));
        }
    }
}
