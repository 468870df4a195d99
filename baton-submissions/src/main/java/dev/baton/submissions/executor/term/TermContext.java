package dev.baton.submissions.executor.term;

import dev.baton.Campaign;
import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.NotLeaderException;
import dev.baton.StaleTokenException;
import dev.baton.Term;
import dev.baton.sql.FencedWork;
import dev.baton.submissions.model.Contract;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.RetryDelay;
import dev.baton.submissions.store.ExecutorTerms;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * What the threads of one term share: under which token they act, and how they write.
 *
 * @param attempts told how many attempts have been put on record
 */
public record TermContext(ExecutorParts parts, Campaign campaign, Term term, LaneShare share, LongConsumer attempts) {

    private static final Logger LOG = LoggerFactory.getLogger(TermContext.class);

    /** Stands for a snapshot that cannot be read: a single attempt, which says so. */
    public static final Contract UNREADABLE = new Contract(
            GatewaySpec.of("unreadable", "unreadable", ""),
            new Policy.OneShot(),
            Set.of(),
            RetryDelay.DEFAULT,
            Optional.empty());

    /** A term of an executor that is not divided. */
    public static TermContext whole(ExecutorParts parts, Campaign campaign, Term term) {
        return new TermContext(parts, campaign, term, LaneShare.all(), none -> {});
    }

    /** So many attempts are on record; whoever counts them must not end the thread that tells. */
    public void countAttempts(int recorded) {
        try {
            attempts.accept(recorded);
        } catch (RuntimeException e) {
            LOG.warn("{} attempts of {} are not counted", recorded, token(), e);
        }
    }

    public LeaderToken token() {
        return term.token();
    }

    /** What a thread of this term is called: terms of one epoch may be many, where the executor is divided. */
    public String threadName(String what) {
        String role = token().role();
        return what + "-" + (share.isWhole() ? "" : role.substring(role.lastIndexOf('.') + 1) + "-") + token().epoch();
    }

    /** A reading of the stopwatch. */
    public long now() {
        return parts.time().elapsed();
    }

    /** The look just before an act. */
    public void ensureLeading() {
        term.gate().ensureEpoch(token().epoch());
    }

    public boolean mayAct() {
        return !term.isOver() && term.gate().isLeader();
    }

    public <T> T fenced(FenceDemand demand, FencedWork<T, SQLException> work) throws SQLException {
        return parts.baton().fencedResult(token(), demand, work);
    }

    /**
     * The same for whatever begins something, or calls what others began unknown: a term of a shard has to be let in for it, because the
     * executor may not be divided any more.
     */
    public <T> T fencedBegin(FenceDemand demand, FencedWork<T, SQLException> work) throws SQLException {
        if (share.isWhole()) {
            return fenced(demand, work);
        }
        ExecutorTerms terms = new ExecutorTerms(parts.sql());
        return fenced(demand, connection -> {
            if (!terms.mayBegin(connection, token())) {
                throw new StaleTokenException(
                        token(),
                        StaleTokenException.Refusal.SUPERSEDED,
                        token() + " makes no attempts any more: the executor is not divided now");
            }
            return work.run(connection);
        });
    }

    /** The database failed: what is in memory can no longer be trusted, and this term is over. */
    public void stepDown(String doing, Exception error) {
        parts.listener().scheduleRefreshFailed(error);
        SubmissionLog.event(
                Level.WARN, "schedule_refresh_failed", this, doing, Map.of("sql_error", String.valueOf(error)));
        campaign.stepDown(token(), doing + " failed: " + error.getMessage());
    }

    /** Whether a refusal only says that heartbeats are late: the term goes on, later. */
    public static boolean isPassing(NotLeaderException refusal) {
        return !(refusal instanceof StaleTokenException stale)
                || stale.refusal() == StaleTokenException.Refusal.EXPIRED;
    }

    /** Whether the data of a row is at fault: then the others can be written, and the leader goes on. */
    public boolean isDataError(SQLException error) {
        return parts.sql().isDataError(error);
    }

    /** The snapshot. */
    public Contract contract(String stored) {
        try {
            return parts.codec().read(stored);
        } catch (IllegalArgumentException e) {
            return UNREADABLE;
        }
    }
}
