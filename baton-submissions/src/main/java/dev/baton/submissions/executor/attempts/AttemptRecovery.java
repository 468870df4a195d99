package dev.baton.submissions.executor.attempts;

import dev.baton.FenceDemand;
import dev.baton.sql.jdbc.BatchWrites;
import dev.baton.submissions.executor.term.Postponed;
import dev.baton.submissions.executor.term.SubmissionLog;
import dev.baton.submissions.executor.term.TermContext;
import dev.baton.submissions.model.Contract;
import dev.baton.submissions.model.Outcome;
import dev.baton.submissions.model.Verdict;
import dev.baton.submissions.store.AttemptWrites;
import dev.baton.submissions.store.EndedAttempt;
import dev.baton.submissions.store.Feed;
import dev.baton.submissions.store.HeldRows;
import dev.baton.submissions.store.IntentAfterAttempt;
import dev.baton.submissions.store.UnderTerm;
import dev.baton.submissions.store.UnfinishedAttempt;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * What a new leader does first: attempts that another term started and did not finish get their audit row. The row
 * carries the epoch of the leader that writes it, as every fenced row does; who had started the attempt stands in its
 * error. Those whose row somebody holds, or that the database will not have written, are tried again later.
 */
public final class AttemptRecovery {

    private static final Logger LOG = LoggerFactory.getLogger(AttemptRecovery.class);
    private static final int AT_ONCE = 500;

    private final TermContext context;
    private final AttemptWrites writes;
    private final Feed feed;
    private final HeldRows held;
    private final Postponed<UnfinishedAttempt> postponed;

    public AttemptRecovery(TermContext context, AttemptWrites writes, Feed feed) {
        this.context = context;
        this.writes = writes;
        this.feed = feed;
        this.held = new HeldRows(context.parts().sql());
        this.postponed = new Postponed<>(context.parts().time());
    }

    /** Before this term has started any: so whatever is under way in its lanes is another's. */
    public void run() throws SQLException {
        String after = "";
        List<UnfinishedAttempt> some;
        do {
            String last = after;
            some = context.parts().sql().use(c -> feed.leftBehind(c, last, AT_ONCE));
            record(some.stream()
                    .filter(attempt -> context.share().covers(attempt.lane()))
                    .toList());
            after = some.isEmpty() ? after : some.get(some.size() - 1).intentId();
        } while (some.size() == AT_ONCE);
    }

    /**
     * Those that could not be written before, if it is time.
     *
     * @return whether some are written now, and may have to be tried again
     */
    public boolean goOn() throws SQLException {
        int before = postponed.size();
        record(postponed.due(AT_ONCE));
        return postponed.size() < before;
    }

    /** When there is something to go on with. */
    public long nextAt() {
        long until = postponed.untilNext();
        return until == Long.MAX_VALUE ? Long.MAX_VALUE : context.now() + until;
    }

    private void record(List<UnfinishedAttempt> attempts) throws SQLException {
        if (!attempts.isEmpty()) {
            BatchWrites.writeOrSplit(attempts, context::isDataError, this::recordAtOnce, (culprit, error) -> {
                LOG.error("intent {} cannot be written and stays as it is for now", culprit.intentId(), error);
                postpone(culprit, false);
            });
        }
    }

    private void recordAtOnce(List<UnfinishedAttempt> attempts) throws SQLException {
        List<EndedAttempt> finishes = attempts.stream().map(this::unknown).toList();
        List<IntentAfterAttempt> written = context.fencedBegin(
                FenceDemand.CURRENT, c -> writes.finish(c, UnderTerm.all(context.token(), finishes)));
        announce(written);
        Set<String> left = held.heldOf(finishes, written);
        for (UnfinishedAttempt attempt : attempts) {
            if (left.contains(attempt.intentId())) {
                postpone(attempt, true);
            } else {
                postponed.remove(attempt.intentId());
            }
        }
    }

    private void postpone(UnfinishedAttempt attempt, boolean isHeld) {
        if (!postponed.add(attempt.intentId(), attempt, isHeld)) {
            LOG.error("intent {} is left to the next leader, too many wait", attempt.intentId());
        }
    }

    private EndedAttempt unknown(UnfinishedAttempt attempt) {
        Contract contract = context.contract(attempt.contract());
        Outcome outcome = Outcome.unknown(
                "started by " + attempt.holderId() + " under epoch " + attempt.epoch() + ", which ended before it did");
        Verdict verdict = Verdict.of(
                contract,
                outcome,
                attempt.countedBefore() + 1,
                ThreadLocalRandom.current().nextDouble());
        return new EndedAttempt(attempt.intentId(), attempt.number(), outcome, verdict, attempt.deadline(), true);
    }

    private void announce(List<IntentAfterAttempt> done) {
        for (IntentAfterAttempt finished : done) {
            SubmissionLog.event(
                    Level.WARN,
                    "attempt_unknown",
                    context,
                    "its leader ended in the middle of it",
                    Map.of("intent_id", finished.intentId(), "attempt", finished.number()));
            context.parts().listener().attemptUnknown(finished.intentId(), finished.number());
        }
        RecordedAttempt.announceAll(
                context,
                done.stream()
                        .map(finished -> new RecordedAttempt(finished, Outcome.unknown("")))
                        .toList());
    }
}
