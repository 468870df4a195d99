package dev.baton.jobs;

import static dev.baton.jobs.Cluster.hold;
import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.ClaimedJob;
import dev.baton.jobs.claim.Ending;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobIds;
import dev.baton.jobs.store.JobStore;
import dev.baton.jobs.store.QueueLane;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A cancellation that was acknowledged holds, however the run ends. */
interface CancelContract extends JobsStage {

    /** Heartbeats are too rare to keep a run from its end. */
    JobSettings SELDOM = JobSettings.DEFAULT
            .withPollInterval(Duration.ofMillis(200))
            .withStopTimeout(Duration.ofMillis(1))
            .withLock(Duration.ofHours(2), Duration.ofMinutes(30), Duration.ofSeconds(5))
            .withThreads(4);

    private void cancelUnheard(UUID id) throws Exception {
        assertThat(cluster()
                        .update("UPDATE baton_jobs SET cancel_requested = (1 = 1) WHERE status = 'running' AND id = '"
                                + id + "'"))
                .isEqualTo(1);
    }

    @Test
    default void aCancelledRunThatFailsIsNotTriedAgainAndARecurringOneGoesOnWithItsNextRun() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        JobHandler failing = context -> {
            hold(go);
            throw new IllegalStateException("no");
        };
        Jobs jobs = cluster()
                .start(worker().settings(SELDOM)
                        .handler("once", failing, RetryPolicy.fixed(5, Duration.ofMillis(1)))
                        .handler("hourly", failing)
                        .define(JobDefinition.of("hourly", Schedule.every(Duration.ofHours(1)))));
        UUID once = jobs.enqueue(JobRequest.of("once")).id();
        UUID hourly = JobIds.recurringId("hourly");
        until(() -> heard().count("started once") == 1 && heard().count("started hourly") == 1);
        cancelUnheard(once);
        cancelUnheard(hourly);

        go.countDown();

        until(() -> jobs.admin().show(once).orElseThrow().job().status() != JobStatus.RUNNING
                && jobs.admin().show(hourly).orElseThrow().job().status() != JobStatus.RUNNING);
        JobView ended = jobs.admin().show(once).orElseThrow().job();
        assertThat(ended.status()).isEqualTo(JobStatus.CANCELLED);
        assertThat(ended.finishedAt()).isNotNull();
        JobView next = jobs.admin().show(hourly).orElseThrow().job();
        assertThat(next.status()).isEqualTo(JobStatus.SCHEDULED);
        assertThat(next.nextRunTime()).isEqualTo(next.runStartedAt().plus(Duration.ofHours(1)));
        assertThat(next.cancelRequested()).isFalse();
    }

    @Test
    default void aCancelledJobWhoseWorkerIsLostIsNotFreedButCancelled() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        UUID once = client.enqueue(JobRequest.of("left")).id();
        UUID again = client.enqueue(JobRequest.of("again")).id();
        cluster().update("UPDATE baton_jobs SET interval_ms = 3600000 WHERE job_name = 'again'");
        cluster()
                .update("UPDATE baton_jobs SET status = 'running', locked_by = 'ghost', claim_number = 1, attempt = 1,"
                        + " locked_at = CURRENT_TIMESTAMP");
        assertThat(client.admin().cancel(once)).isTrue();
        assertThat(client.admin().cancel(again)).isTrue();
        cluster().update("UPDATE baton_jobs SET locked_at = TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00Z'");

        cluster().start(worker().handler("left", context -> {}).handler("again", context -> {}));

        until(() -> client.admin().show(once).orElseThrow().job().status() != JobStatus.RUNNING
                && client.admin().show(again).orElseThrow().job().status() != JobStatus.RUNNING);
        assertThat(client.admin().show(once).orElseThrow().job().status()).isEqualTo(JobStatus.CANCELLED);
        JobView next = client.admin().show(again).orElseThrow().job();
        assertThat(next.status()).isEqualTo(JobStatus.SCHEDULED);
        assertThat(next.nextRunTime()).isAfter(next.createdAt().plus(Duration.ofMinutes(30)));
        assertThat(heard().events).noneMatch(event -> event.startsWith("started"));
    }

    /** By a worker that knows of its claim, and by one that found it after its answer was lost. */
    @Test
    default void aCancelledJobThatWasClaimedAndNotBegunIsCancelledWhenItIsGivenBack() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        JobDatabase database = new JobDatabase(cluster().baton());
        client.enqueue(List.of(JobRequest.of("ahead"), JobRequest.of("ahead")));
        List<ClaimedJob> claimed = database.runWork(c -> database.store()
                .claimJobs(
                        c,
                        new JobStore.ClaimRequest(
                                database.workerId(),
                                List.of(new QueueLane("default", 0, null)),
                                Collections.singletonList(null),
                                null,
                                Set.of("ahead"),
                                Set.of(),
                                2,
                                60_000)));
        for (ClaimedJob job : claimed) {
            assertThat(client.admin().cancel(job.id())).isTrue();
        }
        Claim known = new Claim(claimed.get(0), database.workerId(), database.stopwatch(), 0);

        database.runWork(
                c -> database.store().writeEndings(c, database.workerId(), List.of(new Ending.NeverBegan(known))));
        database.runWork(c -> database.sql()
                .get("give-back")
                .set("id", claimed.get(1).id().toString())
                .set("claim", claimed.get(1).claimNumber())
                .set("worker", database.workerId())
                .update(c));

        for (ClaimedJob job : claimed) {
            assertThat(client.admin().show(job.id()).orElseThrow().job().status())
                    .isEqualTo(JobStatus.CANCELLED);
        }
    }

    @Test
    default void aCancelledCronComesBackWithItsNextTick() throws Exception {
        Jobs jobs = cluster()
                .start(worker().handler("yearly", context -> {})
                        .define(JobDefinition.of("yearly", Schedule.cron("@yearly", "UTC"))));
        UUID id = JobIds.recurringId("yearly");
        until(() -> jobs.admin().show(id).isPresent());
        assertThat(jobs.admin().retry(id)).as("it waits for its tick").isFalse();
        assertThat(jobs.admin().cancel(id)).isTrue();
        cluster().update("UPDATE baton_jobs SET last_tick = TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00Z'");

        assertThat(jobs.admin().retry(id)).isTrue();

        JobView back = jobs.admin().show(id).orElseThrow().job();
        assertThat(back.status()).isEqualTo(JobStatus.SCHEDULED);
        assertThat(back.lastTick()).as("nothing is made up for").isAfter(back.createdAt());
    }
}
