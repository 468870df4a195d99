package dev.baton.submissions.executor.attempts;

import dev.baton.FenceDemand;
import dev.baton.sql.jdbc.BatchWrites;
import dev.baton.submissions.executor.attempts.AttemptsTogether.StartedBatch;
import dev.baton.submissions.executor.term.TermContext;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.Outcome;
import dev.baton.submissions.model.Verdict;
import dev.baton.submissions.store.AttemptWrites;
import dev.baton.submissions.store.Due;
import dev.baton.submissions.store.EndedAttempt;
import dev.baton.submissions.store.ExpiredIntent;
import dev.baton.submissions.store.Feed;
import dev.baton.submissions.store.IntentAfterAttempt;
import dev.baton.submissions.store.Started;
import dev.baton.submissions.store.UnderTerm;
import dev.baton.submissions.store.UnfinishedAttempt;
import dev.baton.support.PassedOver;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records starts: one fenced transaction for all that are taken, and the deadline of those that come too late. */
public final class AttemptStarter {

    private static final Logger LOG = LoggerFactory.getLogger(AttemptStarter.class);
    private static final int MOST_OVERDUE = 500;

    /** The database may change its mind, and a term may last for months. */
    private static final Duration UNENDABLE = Duration.ofMinutes(1);

    private final TermContext context;
    private final AttemptWrites writes;
    private final Feed feed;
    private final Consumer<String> refused;
    private final Runnable webhookDue;
    private final Optional<AttemptsTogether> together;

    /** Overdue, and the database will not have them ended. */
    private final PassedOver<String> unendable;

    /**
     * @param together what this node starts for other terms goes along with, where there are any
     * @param refused told which intents cannot be written at all
     */
    public AttemptStarter(
            TermContext context,
            Optional<AttemptsTogether> together,
            AttemptWrites writes,
            Feed feed,
            Consumer<String> refused,
            Runnable webhookDue) {
        this.context = context;
        this.together = together;
        this.writes = writes;
        this.feed = feed;
        this.refused = refused;
        this.webhookDue = webhookDue;
        this.unendable = new PassedOver<>(context.parts().time(), UNENDABLE);
    }

    /**
     * Starts attempts; intents that are not among the started ones have moved on, or somebody holds them: what is due is read again.
     *
     * @param started takes every attempt as soon as its start is on record, also if a later one fails
     */
    public void start(List<Due> due, Consumer<Started> started) throws SQLException {
        context.parts().listener().starting(due.stream().map(Due::intentId).toList());
        BatchWrites.writeOrSplit(due, context::isDataError, some -> startAtOnce(some, started), this::recordCulprit);
    }

    private void startAtOnce(List<Due> due, Consumer<Started> started) throws SQLException {
        Optional<StartedBatch> shared =
                together.isPresent() ? together.get().start(context.token(), due) : Optional.empty();
        StartedBatch batch = shared.isPresent()
                ? shared.get()
                : context.fencedBegin(
                        FenceDemand.UNEXPIRED, c -> StartedBatch.of(writes, c, UnderTerm.all(context.token(), due)));
        batch.started().forEach(started);
        batch.expired().forEach(this::announce);
    }

    /**
     * Ends intents whose deadline has passed while their gateway took no calls. Usually the start of an attempt notices a
     * deadline, and these are not started.
     *
     * @return whether there may be more
     */
    public boolean expireOverdue() throws SQLException {
        Set<String> passedOver = unendable.all();
        int most = MOST_OVERDUE + passedOver.size();
        List<Feed.Overdue> found =
                context.parts().sql().use(c -> feed.overdue(c, context.share().foreign(), most));
        List<String> overdue = found.stream()
                .filter(one -> context.share().covers(one.lane()))
                .map(Feed.Overdue::intentId)
                .filter(id -> !passedOver.contains(id))
                .toList();
        AtomicInteger expired = new AtomicInteger();
        if (!overdue.isEmpty()) {
            BatchWrites.writeOrSplit(
                    overdue, context::isDataError, some -> expired.addAndGet(expireAtOnce(some)), this::leaveOverdue);
        }
        return found.size() == most && expired.get() > 0;
    }

    private int expireAtOnce(List<String> overdue) throws SQLException {
        List<ExpiredIntent> expired = context.fencedBegin(
                FenceDemand.UNEXPIRED, c -> writes.expire(c, UnderTerm.all(context.token(), overdue)));
        expired.forEach(this::announce);
        return expired.size();
    }

    private void leaveOverdue(String intentId, SQLException error) {
        LOG.error("intent {} is overdue, cannot be ended and is left alone for a while", intentId, error);
        unendable.add(intentId);
    }

    /**
     * An attempt that the database refuses to start is an error like any other: numbered, on record, retried under the
     * policy. An intent that cannot be written at all is left alone for a while, so that it deposes nobody.
     */
    private void recordCulprit(Due due, SQLException error) throws SQLException {
        LOG.warn("the start of an attempt on intent {} cannot be recorded", due.intentId(), error);
        Outcome outcome = Outcome.error("the start could not be recorded: SQLSTATE " + error.getSQLState());
        try {
            List<RecordedAttempt> recorded =
                    context.fencedBegin(FenceDemand.UNEXPIRED, c -> fail(c, due, outcome)).stream()
                            .map(finished -> new RecordedAttempt(finished, outcome))
                            .toList();
            RecordedAttempt.announceAll(context, recorded);
            webhookDue.run();
        } catch (SQLException again) {
            if (!context.isDataError(again)) {
                throw again;
            }
            LOG.error("intent {} cannot be written and is left alone for a while", due.intentId(), again);
            refused.accept(due.intentId());
        }
    }

    private List<IntentAfterAttempt> fail(Connection connection, Due due, Outcome outcome) throws SQLException {
        List<EndedAttempt> finish = feed.unstarted(connection, due).stream()
                .map(intent -> finish(intent, outcome))
                .toList();
        return finish.isEmpty() ? List.of() : writes.finish(connection, UnderTerm.all(context.token(), finish));
    }

    private EndedAttempt finish(UnfinishedAttempt intent, Outcome outcome) {
        Verdict verdict = Verdict.of(
                context.contract(intent.contract()),
                outcome,
                intent.countedBefore() + 1,
                ThreadLocalRandom.current().nextDouble());
        return new EndedAttempt(intent.intentId(), intent.number() + 1, outcome, verdict, intent.deadline(), false);
    }

    private void announce(ExpiredIntent expired) {
        context.parts()
                .listener()
                .terminal(
                        expired.intentId(),
                        expired.target(),
                        IntentStatus.EXHAUSTED,
                        Duration.ofMillis(expired.ageMillis()));
        context.parts().settled().accept(List.of(expired.intentId()));
        webhookDue.run();
    }
}
