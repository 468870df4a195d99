package dev.baton.submissions.executor.attempts;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.submissions.executor.term.ExecutorParts;
import dev.baton.submissions.store.AttemptWrites;
import dev.baton.submissions.store.Due;
import dev.baton.submissions.store.EndedAttempt;
import dev.baton.submissions.store.ExecutorTerms;
import dev.baton.submissions.store.ExpiredIntent;
import dev.baton.submissions.store.IntentAfterAttempt;
import dev.baton.submissions.store.Started;
import dev.baton.submissions.store.UnderTerm;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Starts and outcomes of all shards that a node leads, {@linkplain WritesTogether written together}. Thread-safe. */
public final class AttemptsTogether {

    private final ExecutorParts parts;
    private final WritesTogether<Due, StartedBatch> starts;
    private final WritesTogether<EndedAttempt, List<IntentAfterAttempt>> outcomes;

    public AttemptsTogether(ExecutorParts parts) {
        this.parts = parts;
        this.starts = new WritesTogether<>(parts, FenceDemand.UNEXPIRED, this::start);
        this.outcomes = new WritesTogether<>(
                parts,
                FenceDemand.CURRENT,
                (connection, terms, rows) -> AttemptWrites.of(parts.sql()).finish(connection, rows));
    }

    private StartedBatch start(Connection connection, List<LeaderToken> terms, List<UnderTerm<Due>> due)
            throws SQLException {
        if (!new ExecutorTerms(parts.sql()).mayBegin(connection, terms)) {
            throw new IllegalStateException("one of " + terms + " makes no attempts any more");
        }
        return StartedBatch.of(AttemptWrites.of(parts.sql()), connection, due);
    }

    /** Of this term alone; empty if it has to start them by itself. */
    Optional<StartedBatch> start(LeaderToken token, List<Due> due) throws SQLException {
        Set<String> own = new HashSet<>();
        due.forEach(one -> own.add(one.intentId()));
        return starts.write(token, due)
                .map(all -> new StartedBatch(
                        all.started().stream()
                                .filter(one -> own.contains(one.intentId()))
                                .toList(),
                        all.expired().stream()
                                .filter(one -> own.contains(one.intentId()))
                                .toList()));
    }

    /** Of this term alone; empty if it has to record them by itself. */
    Optional<List<IntentAfterAttempt>> finish(LeaderToken token, List<EndedAttempt> finishes) throws SQLException {
        Set<String> own = new HashSet<>();
        finishes.forEach(one -> own.add(one.intentId()));
        return outcomes.write(token, finishes)
                .map(all ->
                        all.stream().filter(one -> own.contains(one.intentId())).toList());
    }

    /** What a batch of starts came to. */
    record StartedBatch(List<Started> started, List<ExpiredIntent> expired) {

        /** Starts them, and ends those that come too late. */
        static StartedBatch of(AttemptWrites writes, Connection connection, List<UnderTerm<Due>> due)
                throws SQLException {
            List<Started> started = writes.start(connection, due);
            List<ExpiredIntent> expired =
                    started.size() == due.size() ? List.of() : writes.expire(connection, missing(due, started));
            return new StartedBatch(started, expired);
        }

        private static List<UnderTerm<String>> missing(List<UnderTerm<Due>> due, List<Started> started) {
            Set<String> there = new HashSet<>();
            started.forEach(one -> there.add(one.intentId()));
            return due.stream()
                    .filter(one -> !there.contains(one.what().intentId()))
                    .map(one -> new UnderTerm<>(one.token(), one.what().intentId()))
                    .toList();
        }
    }
}
