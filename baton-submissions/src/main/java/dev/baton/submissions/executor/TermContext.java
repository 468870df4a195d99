package dev.baton.submissions.executor;

import dev.baton.Campaign;
import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.NotLeaderException;
import dev.baton.StaleTokenException;
import dev.baton.Term;
import dev.baton.Tracing;
import dev.baton.sql.FencedWork;
import dev.baton.submissions.model.Contract;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.RetryDelay;
import dev.baton.submissions.store.Started;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.event.Level;

/** What the threads of one term share: under which token they act, and how they write. */
record TermContext(ExecutorParts parts, Campaign campaign, Term term) {

    /** Stands for a snapshot that cannot be read: a single attempt, which says so. */
    static final Contract UNREADABLE = new Contract(
            GatewaySpec.of("unreadable", "unreadable", ""),
            new Policy.OneShot(),
            Set.of(),
            RetryDelay.DEFAULT,
            Optional.empty());

    LeaderToken token() {
        return term.token();
    }

    /** A reading of the stopwatch. */
    long now() {
        return parts.time().elapsed();
    }

    /** The look just before an act. */
    void ensureLeading() {
        term.gate().ensureEpoch(token().epoch());
    }

    boolean mayAct() {
        return !term.isOver() && term.gate().isLeader();
    }

    <T> T fenced(FenceDemand demand, FencedWork<T, SQLException> work) throws SQLException {
        return parts.baton().fencedResult(token(), demand, work);
    }

    /** Tells of what was recorded: listeners, and clients that wait. */
    void announce(Collection<Recorded> recorded) {
        recorded.forEach(one -> one.tell(parts.listener()));
        parts.settled().accept(recorded.stream().map(Recorded::intentId).toList());
    }

    /** The database failed: what is in memory can no longer be trusted, and this term is over. */
    void stepDown(String doing, Exception error) {
        parts.listener().scheduleRefreshFailed(error);
        SubmissionLog.event(
                Level.WARN,
                "schedule_refresh_failed",
                token(),
                Map.of("reason", doing, "sql_error", String.valueOf(error)));
        campaign.stepDown(token(), doing + " failed: " + error.getMessage());
    }

    /** A start that is on record. */
    UnderWay underWay(Started started, GatewayGuard guard) {
        Contract contract = contract(started.contract());
        Tracing.Span span = parts.tracing()
                .begin(
                        Tracing.Operation.ATTEMPT,
                        Optional.ofNullable(started.traceparent()),
                        Map.of(
                                "baton.intent_id", started.intentId(),
                                "baton.attempt", started.number(),
                                "baton.gateway", contract.gateway().name(),
                                "baton.holder_id", token().holderId(),
                                "baton.lease_epoch", token().epoch()));
        return new UnderWay(started, contract, guard, now(), span);
    }

    /** Whether a refusal only says that heartbeats are late: the term goes on, later. */
    static boolean isPassing(NotLeaderException refusal) {
        return !(refusal instanceof StaleTokenException stale)
                || stale.refusal() == StaleTokenException.Refusal.EXPIRED;
    }

    /** The snapshot. */
    Contract contract(String stored) {
        try {
            return parts.codec().read(stored);
        } catch (IllegalArgumentException e) {
            return UNREADABLE;
        }
    }
}
