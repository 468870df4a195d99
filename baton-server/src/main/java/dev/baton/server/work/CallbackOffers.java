package dev.baton.server.work;

import dev.baton.jobs.JobContext;
import dev.baton.jobs.JobHandler;
import dev.baton.server.store.Completions;
import dev.baton.server.store.Completions.Expected;
import dev.baton.server.store.Completions.Run;
import dev.baton.server.store.Completions.Said;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Offers callees to say later how a run ended.
 *
 * @param url where callees reach a node; without it they are told the path alone
 */
record CallbackOffers(Completions completions, Optional<URI> url) {

    Offer make(JobContext context) throws SQLException {
        Run run = new Run(context.token().jobId(), context.token().claimNumber());
        String path = "/v1/jobs/" + run.job() + "/runs/" + run.claim() + "/completion";
        String base = url.map(URI::toString).orElse("").replaceAll("/+$", "");
        return new Offer(completions, completions.expect(run), base + path);
    }

    /** What one run offers. */
    record Offer(Completions completions, Expected expected, String where) {

        Map<String, String> headers() {
            return Map.of("Baton-Completion", where, "Baton-Completion-Secret", expected.secret());
        }

        void withdraw() {
            completions.forget(expected.run());
        }

        /**
         * Ends as the callee says; if it says nothing for that long, the run has failed. When the time is over the offer is withdrawn
         * in the database: a word may be taken that has not been seen here yet.
         */
        @SuppressWarnings("FutureReturnValueIgnored") // the nested one is what comes out
        CompletableFuture<Void> awaitWord(Duration atMost, Consumer<String> log) {
            log.accept("the callee has accepted it and completes it later");
            return expected.said()
                    .copy() // the time-out must not settle what the word is waited for with
                    .orTimeout(atMost.toMillis(), TimeUnit.MILLISECONDS)
                    .handle((said, error) -> error instanceof TimeoutException
                            ? completions.conclude(expected).thenApply(word -> wordOrFailure(word, late(atMost), log))
                            : CompletableFuture.completedFuture(said)
                                    .thenApply(
                                            word -> wordOrFailure(Optional.ofNullable(word), "it was given up", log)))
                    .thenCompose(ending -> ending);
        }

        private static String late(Duration atMost) {
            return "the callee accepted it and has not completed it within " + atMost.toMillis() + " ms";
        }

        private static Void wordOrFailure(Optional<Said> word, String failure, Consumer<String> log) {
            if (word.isEmpty()) {
                log.accept(failure);
                throw JobHandler.FailedException.again(failure);
            }
            return judge(word.get(), log);
        }

        /** Ends as the callee has said, if it has; else as the call did, with that error or none. */
        CompletableFuture<Void> wordOr(Throwable error, Consumer<String> log) {
            return completions.conclude(expected).thenApply(said -> {
                if (said.isPresent()) {
                    return judge(said.get(), log);
                }
                if (error != null) {
                    throw error instanceof CompletionException e ? e : new CompletionException(error);
                }
                return null;
            });
        }

        private static Void judge(Said said, Consumer<String> log) {
            log.accept("the callee says: " + said.outcome() + " " + said.message());
            return switch (said.outcome()) {
                case COMPLETED -> null;
                case FAILED -> throw JobHandler.FailedException.again("the callee says: " + said.message());
                case FINAL -> throw JobHandler.FailedException.forGood("the callee says: " + said.message());
            };
        }
    }
}
