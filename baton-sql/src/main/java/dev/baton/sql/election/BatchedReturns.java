package dev.baton.sql.election;

import dev.baton.LeaderToken;
import dev.baton.spi.Outcome;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Leases that are given back while another one is on its way go together in the next statement. Whoever finds nobody on the
 * way goes at once, alone; so nothing waits for company. Thread-safe.
 */
final class BatchedReturns {

    /** More than these take the statement longer than it saves. */
    private static final int MOST = 64;

    /** Gives leases back by one statement. */
    @FunctionalInterface
    interface Statement {
        /** Which of them were still held. */
        Set<LeaderToken> giveBack(List<LeaderToken> tokens) throws SQLException;
    }

    /** What a waiting caller hears: what became of its lease, or nothing of that: it is the next to go. */
    private record Word(Outcome.OfRelease outcome) {
        static final Word GO = new Word(null);
    }

    /** @param failure null if the statement was answered */
    private record Result(Set<LeaderToken> returned, Outcome.OfRelease failure) {
        Outcome.OfRelease of(LeaderToken token) {
            if (failure != null) {
                return failure;
            }
            return returned.contains(token) ? new Outcome.Released() : new Outcome.Lost("not held any more");
        }
    }

    private record Return(LeaderToken token, CompletableFuture<Word> word) {}

    private final Statement statement;
    private final List<Return> waiting = new ArrayList<>();
    private boolean underWay;

    BatchedReturns(Statement statement) {
        this.statement = statement;
    }

    Outcome.OfRelease giveBack(LeaderToken token) {
        Return mine = new Return(token, new CompletableFuture<>());
        if (!goesAtOnce(mine)) {
            Word word = mine.word().join();
            if (word.outcome() != null) {
                return word.outcome();
            }
        }
        List<Return> batch = batch();
        Result result = new Result(Set.of(), new Outcome.Failed(new SQLException("the lease was not given back")));
        try {
            result = new Result(statement.giveBack(tokens(batch)), null);
        } catch (SQLException e) {
            result = new Result(Set.of(), new Outcome.Failed(e));
        } finally {
            end(batch, result);
        }
        return result.of(token);
    }

    private synchronized boolean goesAtOnce(Return mine) {
        waiting.add(mine);
        boolean first = !underWay;
        underWay = true;
        return first;
    }

    /** Always with the caller's own, which has waited for longest. */
    private synchronized List<Return> batch() {
        List<Return> taken = waiting.subList(0, Math.min(MOST, waiting.size()));
        List<Return> batch = List.copyOf(taken);
        taken.clear();
        return batch;
    }

    private static List<LeaderToken> tokens(List<Return> batch) {
        return batch.stream().map(Return::token).toList();
    }

    /** After a failure those that wait fail with it: each of them would wait in vain for as long again. */
    private void end(List<Return> batch, Result result) {
        List<Return> told = new ArrayList<>(batch);
        Optional<Return> next;
        synchronized (this) {
            if (result.failure() != null) {
                told.addAll(waiting);
                waiting.clear();
            }
            underWay = !waiting.isEmpty();
            next = waiting.stream().findFirst();
        }
        next.ifPresent(one -> one.word().complete(Word.GO));
        told.forEach(one -> one.word().complete(new Word(result.of(one.token()))));
    }
}
