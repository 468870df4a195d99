package dev.baton.submissions.executor.attempts;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.submissions.executor.term.ExecutorParts;
import dev.baton.submissions.store.GroupCommit;
import dev.baton.submissions.store.UnderTerm;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what the terms of a node have to write at the same time in one transaction, under the fence of each. Where shards divide the
 * executor, each of them has a few rows at a time, and a transaction for each would cost more than the rows.
 *
 * <p>Nobody depends on it: a term whose rows were not written so writes them by itself, and is told there what is wrong. So one that is
 * stale, a row that cannot be written, or a role that is just being taken, costs the others this one attempt. Only what fails at
 * the commit, and not because of a row, is everybody's: whether it was made is then not known. Thread-safe.
 *
 * @param <I> what is written
 * @param <O> what comes of a batch
 */
final class WritesTogether<I, O> {

    private static final Logger LOG = LoggerFactory.getLogger(WritesTogether.class);
    private static final int MOST_TERMS = 64;

    /** A connection that hangs in the hands of one term must not hold up the others, nor their ends. */
    private static final Duration PATIENCE = Duration.ofMillis(250);

    private final ExecutorParts parts;
    private final FenceDemand demand;
    private final Write<I, O> write;
    private final GroupCommit<Share<I>, Optional<O>> commits;

    /** Writes a batch. */
    @FunctionalInterface
    interface Write<I, O> {
        O all(Connection connection, List<LeaderToken> terms, List<UnderTerm<I>> rows) throws SQLException;
    }

    /** What one term brings. */
    private record Share<I>(LeaderToken token, List<I> rows) {}

    WritesTogether(ExecutorParts parts, FenceDemand demand, Write<I, O> write) {
        this.parts = parts;
        this.demand = demand;
        this.write = write;
        this.commits = new GroupCommit<>(1, MOST_TERMS, e -> false, this::commit);
    }

    /**
     * Returns when they are written, with those of other terms.
     *
     * @return what came of all of them; empty if nothing was written, and this term has to do it by itself
     */
    Optional<O> write(LeaderToken token, List<I> rows) throws SQLException {
        return parts.sql().writesTogether()
                ? commits.submitWithin(new Share<>(token, rows), PATIENCE).flatMap(outcome -> outcome)
                : Optional.empty();
    }

    private List<Optional<O>> commit(List<Share<I>> shares) throws SQLException {
        List<LeaderToken> terms = shares.stream().map(Share::token).distinct().toList();
        List<UnderTerm<I>> rows = new ArrayList<>();
        shares.forEach(share -> rows.addAll(UnderTerm.all(share.token(), share.rows())));
        AtomicBoolean written = new AtomicBoolean();
        Optional<O> outcome = Optional.empty();
        try {
            outcome = parts.baton().fencedTogether(terms, demand, connection -> {
                O answer = write.all(connection, terms, rows);
                written.set(true);
                return answer;
            });
        } catch (SQLException | RuntimeException e) {
            if (written.get() && !isRefused(e)) {
                throw e;
            }
            LOG.debug("{} terms write by themselves", terms.size(), e);
        }
        return Collections.nCopies(shares.size(), outcome);
    }

    /** At the commit, by a constraint that is looked at only there: then the database has taken everything back. */
    private boolean isRefused(Exception error) {
        return error instanceof SQLException e && parts.sql().isDataError(e);
    }
}
