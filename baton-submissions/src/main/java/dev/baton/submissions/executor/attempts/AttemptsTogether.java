package dev.baton.submissions.executor.attempts;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.submissions.executor.term.ExecutorParts;
import dev.baton.submissions.store.AttemptWrites;
import dev.baton.submissions.store.Due;
import dev.baton.submissions.store.ExecutorTerms;
import dev.baton.submissions.store.Expired;
import dev.baton.submissions.store.Finish;
import dev.baton.submissions.store.Finished;
import dev.baton.submissions.store.Signed;
import dev.baton.submissions.store.Started;
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
    private final WritesTogether<Finish, List<Finished>> outcomes;

    public AttemptsTogether(ExecutorParts parts) {
        this.parts = parts;
        this.starts = new WritesTogether<>(parts, FenceDemand.UNEXPIRED, this::start);
        this.outcomes = new WritesTogether<>(
                parts,
                FenceDemand.CURRENT,
                (connection, terms, rows) -> AttemptWrites.of(parts.sql()).finish(connection, rows));
    }

    private StartedBatch start(Connection connection, List<LeaderToken> terms, List<Signed<Due>> due)
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
    Optional<List<Finished>> finish(LeaderToken token, List<Finish> finishes) throws SQLException {
        Set<String> own = new HashSet<>();
        finishes.forEach(one -> own.add(one.intentId()));
        return outcomes.write(token, finishes)
                .map(all ->
                        all.stream().filter(one -> own.contains(one.intentId())).toList());
    }

    /** What a batch of starts came to. */
    record StartedBatch(List<Started> started, List<Expired> expired) {

        /** Starts them, and ends those that come too late. */
        static StartedBatch of(AttemptWrites writes, Connection connection, List<Signed<Due>> due) throws SQLException {
            List<Started> started = writes.start(connection, due);
            List<Expired> expired =
                    started.size() == due.size() ? List.of() : writes.expire(connection, missing(due, started));
            return new StartedBatch(started, expired);
        }

        private static List<Signed<String>> missing(List<Signed<Due>> due, List<Started> started) {
            Set<String> there = new HashSet<>();
            started.forEach(one -> there.add(one.intentId()));
            return due.stream()
                    .filter(one -> !there.contains(one.what().intentId()))
                    .map(one -> new Signed<>(one.token(), one.what().intentId()))
                    .toList();
        }
    }
}
