package dev.baton.server.store;

import dev.baton.server.crypto.Secrets;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.support.Signal;
import dev.baton.support.TellableError;
import dev.baton.support.Threads;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs whose callee says later how they ended, to whichever node it reaches. Who knows the secret of a run, and nobody else, may
 * say so, once, while the job is still run under that claim. One thread of this process looks for what was said to all of its runs.
 */
public final class Completions implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Completions.class);
    private static final Duration LOOK = Duration.ofMillis(250);
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);
    private static final int AT_ONCE = 500;

    private final ServerSql sql;
    private final String holder;
    private final Map<Run, CompletableFuture<Said>> waiting = new ConcurrentHashMap<>();
    private final Queue<Run> concluding = new ConcurrentLinkedQueue<>();
    private final Queue<Run> over = new ConcurrentLinkedQueue<>();
    private final Signal work = new Signal();
    private final Thread looker = Threads.daemon("baton-completions", this::lookAgainAndAgain);
    private volatile boolean closed;

    /** Which run. */
    public record Run(UUID job, long claim) {}

    /** How a callee says that a run ended. */
    public record Said(Outcome outcome, String message) {}

    /** The ways. */
    public enum Outcome {
        COMPLETED,
        /** To be tried again, as the job's policy says. */
        FAILED,
        /** Not to be tried again. */
        FINAL
    }

    /** What came of what a callee said. */
    public enum Reception {
        TAKEN,
        /** The run has ended otherwise, or something else was said before. */
        TOO_LATE,
        /** There is no run with that secret. */
        UNKNOWN
    }

    /**
     * A run that its callee may complete.
     *
     * @param secret known to nobody else: the database has its hash
     */
    public record Expected(Run run, String secret, CompletableFuture<Said> said) {}

    /** @param holder this process, in the database */
    public Completions(ServerSql sql, String holder) {
        this.sql = sql;
        this.holder = holder;
        looker.start();
    }

    /** From now on a callee may complete that run, until it is {@link #forget forgotten}. */
    public Expected expect(Run run) throws SQLException {
        String secret = Secrets.randomSecret();
        CompletableFuture<Said> said = new CompletableFuture<>();
        waiting.put(run, said);
        try {
            sql.use((words, c) -> words.get("completion-ask")
                    .set("id", run.job().toString())
                    .set("claim", run.claim())
                    .set("holder", holder)
                    .set("secret", Secrets.sha256(secret))
                    .update(c));
        } catch (SQLException | RuntimeException e) {
            waiting.remove(run);
            throw e;
        }
        work.giveSignal();
        return new Expected(run, secret, said);
    }

    /**
     * No word is taken any more. Which one was, is known as soon as the database says so: whoever was told that it is taken can
     * rely on it, whatever else has happened to the call.
     */
    public CompletableFuture<Optional<Said>> conclude(Expected expected) {
        concluding.add(expected.run());
        work.giveSignal();
        return expected.said().handle((said, none) -> Optional.ofNullable(said));
    }

    /** The run has ended, however. */
    public void forget(Run run) {
        CompletableFuture<Said> said = waiting.remove(run);
        if (said != null) {
            said.cancel(false); // and with it whatever waits for its time-out
            over.add(run);
            work.giveSignal();
        }
    }

    /** Takes a callee's word, on any node. */
    public Reception receiveEnd(Run run, String secret, Said said) throws SQLException {
        String hash = Secrets.sha256(secret);
        int taken = sql.use((words, c) -> words.get("completion-tell")
                .set("id", run.job().toString())
                .set("claim", run.claim())
                .set("secret", hash)
                .set("outcome", said.outcome().name())
                .set("message", said.message())
                .update(c));
        if (taken == 1) {
            return Reception.TAKEN;
        }
        Optional<String> before = sql.use((words, c) -> words.get("completion-known")
                .set("id", run.job().toString())
                .set("claim", run.claim())
                .set("secret", hash)
                .first(c, row -> String.valueOf(row.getString(1))));
        if (before.isEmpty()) {
            return Reception.UNKNOWN;
        }
        return before.get().equals(said.outcome().name()) ? Reception.TAKEN : Reception.TOO_LATE;
    }

    private void lookAgainAndAgain() {
        try {
            while (!closed || !over.isEmpty() || !concluding.isEmpty()) {
                if (waiting.isEmpty() && over.isEmpty() && concluding.isEmpty()) {
                    work.await(Long.MAX_VALUE);
                } else {
                    look();
                    work.await(closed ? 0 : LOOK.toNanos());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        try {
            sql.use((words, c) -> {
                for (Run run = over.peek(); run != null; run = over.peek()) {
                    words.get("completion-over")
                            .set("id", run.job().toString())
                            .set("claim", run.claim())
                            .update(c);
                    over.poll();
                }
                for (Run run = concluding.peek(); run != null; run = concluding.peek()) {
                    conclude(run, words, c);
                    concluding.poll();
                }
                return null;
            });
            for (Map.Entry<Run, Said> told : told()) {
                CompletableFuture<Said> run = waiting.get(told.getKey());
                if (run == null) {
                    over.add(told.getKey()); // it ended otherwise just then
                } else {
                    run.complete(told.getValue());
                    forget(told.getKey());
                }
            }
        } catch (SQLException | RuntimeException e) {
            LOG.debug("completions wait for the database", e);
            endIfClosed();
        } catch (Error e) { // nobody starts this thread again
            LOG.error("completions cannot be looked for just now", TellableError.of(e));
            endIfClosed();
        }
    }

    /** What has not been told by then goes with its age. */
    private void endIfClosed() {
        if (closed) {
            over.clear();
            concluding.clear();
        }
    }

    private void conclude(Run run, SqlCatalog words, Connection c) throws SQLException {
        int withdrawn = words.get("completion-withdraw")
                .set("id", run.job().toString())
                .set("claim", run.claim())
                .update(c);
        CompletableFuture<Said> said = waiting.get(run);
        if (withdrawn == 0 && said != null) {
            words.get("completion-said")
                    .set("id", run.job().toString())
                    .set("claim", run.claim())
                    .first(c, Completions::said)
                    .ifPresent(said::complete);
        }
        forget(run);
    }

    private static Said said(ResultSet row) throws SQLException {
        return new Said(Outcome.valueOf(row.getString("outcome")), String.valueOf(row.getString("message")));
    }

    private List<Map.Entry<Run, Said>> told() throws SQLException {
        return sql.use((words, c) -> words.get("completion-told")
                .set("holder", holder)
                .set("at_most", AT_ONCE)
                .all(
                        c,
                        row -> Map.entry(
                                new Run(UUID.fromString(row.getString("job_id")), row.getLong("claim_number")),
                                said(row))));
    }

    @Override
    public void close() {
        closed = true;
        work.giveSignal();
        try {
            looker.join(LAST_WORDS.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        looker.interrupt();
    }
}
