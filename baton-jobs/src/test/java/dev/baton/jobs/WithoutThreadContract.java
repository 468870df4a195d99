package dev.baton.jobs;

import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Runs that wait for others and hold no thread meanwhile. */
interface WithoutThreadContract extends JobsStage {

    /** What was begun and waits for its end. */
    private static JobHandler.Async into(Queue<CompletableFuture<Void>> begun) {
        return context -> {
            CompletableFuture<Void> run = new CompletableFuture<>();
            begun.add(run);
            return run;
        };
    }

    @Test
    default void moreJobsRunThanThereAreThreads() throws Exception {
        Queue<CompletableFuture<Void>> begun = new ConcurrentLinkedQueue<>();
        Jobs jobs =
                cluster().start(worker().settings(Cluster.QUICK.withThreads(2)).handler("waits", into(begun)));
        jobs.enqueue(Collections.nCopies(50, JobRequest.of("waits")));

        until(() -> begun.size() == 50);
        assertThat(heard().count("completed waits")).isZero();
        begun.forEach(run -> run.complete(null));

        until(() -> heard().count("completed waits") == 50);
    }

    @Test
    default void whatItAnswersIsHowTheRunEnds() throws Exception {
        Jobs jobs = cluster()
                .start(worker().handler("fails", (JobHandler.Async) context -> CompletableFuture.failedFuture(
                                JobHandler.FailedException.forGood("the callee said no")))
                        .handler("throws", (JobHandler.Async) context -> {
                            throw JobHandler.FailedException.forGood("not even begun");
                        }));
        UUID fails = jobs.enqueue(JobRequest.of("fails")).id();
        UUID throwing = jobs.enqueue(JobRequest.of("throws")).id();

        for (UUID id : List.of(fails, throwing)) {
            until(() -> jobs.admin().show(id).orElseThrow().job().status() == JobStatus.DEAD);
        }
        assertThat(jobs.admin().show(fails).orElseThrow().job().lastError())
                .contains("the callee said no")
                .doesNotContain("\n");
        assertThat(jobs.admin().show(fails).orElseThrow().job().attempt()).isEqualTo(1);
    }

    /** With a thread or without one. */
    @Test
    default void anErrorThatCannotTellWhatItIsAboutEndsItsRunAndNothingElse() throws Exception {
        Jobs jobs = cluster()
                .start(worker().settings(Cluster.QUICK.withThreads(1))
                        .handler("mute", context -> {
                            throw new MuteException();
                        })
                        .handler("mute-later", (JobHandler.Async)
                                context -> CompletableFuture.failedFuture(new MuteException()))
                        .handler("no-answer", (JobHandler.Async) context -> null));
        for (String job : List.of("mute", "mute-later", "no-answer")) {
            UUID id = jobs.enqueue(JobRequest.of(job).retries(RetryPolicy.never()))
                    .id();
            until(() -> heard().count("dead " + job) == 1);
            JobDetails dead = jobs.admin().show(id).orElseThrow();
            assertThat(dead.runs()).extracting(JobRun::outcome).containsExactly(JobRun.Outcome.FAILED);
            assertThat(dead.job().lastError())
                    .contains(job.equals("no-answer") ? "no future" : MuteException.class.getName());
        }
        assertThat(heard().events.stream().filter(event -> event.startsWith("dead ")))
                .as("each once")
                .hasSize(3);
    }

    /** As some have whose message is put together when it is asked for. */
    final class MuteException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new UnsupportedOperationException("no message");
        }
    }

    @Test
    default void aPauseThatTheCalleeAskedForIsKept() throws Exception {
        Jobs jobs = cluster()
                .start(worker().handler(
                                "busy",
                                context -> {
                                    throw JobHandler.FailedException.againAfter("come back later", Duration.ofHours(5));
                                },
                                RetryPolicy.fixed(3, Duration.ofMillis(1))));
        UUID id = jobs.enqueue(JobRequest.of("busy")).id();

        until(() -> heard().count("failed busy") == 1);
        JobView job = jobs.admin().show(id).orElseThrow().job();
        assertThat(job.status()).isEqualTo(JobStatus.SCHEDULED);
        assertThat(job.nextRunTime()).isAfter(job.createdAt().plus(Duration.ofHours(4)));
    }

    @Test
    default void aRunThatIsToEndEarlyIsCancelled() throws Exception {
        Queue<CompletableFuture<Void>> begun = new ConcurrentLinkedQueue<>();
        Jobs jobs = cluster().start(worker().handler("waits", into(begun), RetryPolicy.never()));
        UUID cancelled = jobs.enqueue(JobRequest.of("waits")).id();
        UUID slow = jobs.enqueue(JobRequest.of("waits").timeout(Duration.ofMillis(50)))
                .id();
        until(() -> begun.size() == 2);

        jobs.admin().cancel(cancelled);

        until(() -> begun.stream().allMatch(CompletableFuture::isCancelled));
        until(() -> jobs.admin().show(cancelled).orElseThrow().job().status() == JobStatus.CANCELLED);
        until(() -> jobs.admin().show(slow).orElseThrow().job().status() == JobStatus.DEAD);
        assertThat(jobs.admin().show(slow).orElseThrow().job().lastError()).contains("longer than 50 ms");
    }

    /** Whoever cancels a run runs whatever the application has made depend on its future. */
    @Test
    default void aRunWhoseCancellationNeverComesBackKeepsNoOtherFromBeingCancelled() throws Exception {
        CompletableFuture<Void> never = new CompletableFuture<>();
        Queue<CompletableFuture<Void>> begun = new ConcurrentLinkedQueue<>();
        Jobs jobs = cluster()
                .start(worker().handler("waits", into(begun), RetryPolicy.never())
                        .handler(
                                "stuck",
                                (JobHandler.Async) context -> {
                                    CompletableFuture<Void> run = new CompletableFuture<>();
                                    run.handle((nothing, error) -> never.join());
                                    return run;
                                },
                                RetryPolicy.never()));
        try {
            jobs.enqueue(JobRequest.of("stuck").timeout(Duration.ofMillis(1)));
            until(() -> heard().count("dead stuck") == 1);

            jobs.enqueue(JobRequest.of("waits").timeout(Duration.ofMillis(1)));
            until(() -> heard().count("dead waits") == 1);
        } finally {
            never.complete(null);
        }
    }

    @Test
    default void aClaimThatIsLostEndsItAndWhatItAnswersAfterwardsIsRefused() throws Exception {
        Queue<CompletableFuture<Void>> begun = new ConcurrentLinkedQueue<>();
        Jobs jobs = cluster().start(worker().handler("waits", into(begun)));
        UUID id = jobs.enqueue(JobRequest.of("waits")).id();
        until(() -> begun.size() == 1);

        cluster().update("UPDATE baton_jobs SET claim_number = 7, locked_by = 'another' WHERE id = '" + id + "'");

        until(() -> begun.element().isCancelled());
        until(() -> heard().count("abandoned waits") == 1);
    }

    @Test
    default void theEndOfTheWorkerWaitsForThemAndThenCancelsThem() throws Exception {
        Queue<CompletableFuture<Void>> begun = new ConcurrentLinkedQueue<>();
        Jobs jobs = cluster()
                .start(worker().settings(Cluster.QUICK.withStopTimeout(Duration.ofMillis(1)))
                        .handler("waits", into(begun)));
        UUID id = jobs.enqueue(JobRequest.of("waits")).id();
        until(() -> begun.size() == 1);

        jobs.close();

        assertThat(begun.element()).isCancelled();
        Jobs other = cluster().start(cluster().builder().clientOnly());
        assertThat(other.admin().show(id).orElseThrow().job().status())
                .as("given back")
                .isEqualTo(JobStatus.SCHEDULED);
    }
}
