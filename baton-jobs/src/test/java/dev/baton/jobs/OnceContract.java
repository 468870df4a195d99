package dev.baton.jobs;

import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jobs.store.JobIds;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Nothing is done twice because an answer was lost, and no record that is there already is in anybody's way. */
interface OnceContract extends JobsStage {

    private Jobs clientThatLosesAnswers(LostAnswers answers) {
        return cluster()
                .start(Jobs.on(cluster().baton(answers.source()))
                        .settings(Cluster.QUICK)
                        .clientOnly());
    }

    @Test
    default void aJobWhoseEnqueueingWasNotAnsweredRunsOnceThoughItIsDoneBeforeTheNextTry() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        cluster().start(worker().handler("once", context -> runs.incrementAndGet()));
        LostAnswers answers = new LostAnswers(cluster().sessions());
        Jobs client = clientThatLosesAnswers(answers);

        answers.loseNext(() -> until(() -> heard().count("completed once") == 1));
        UUID id = client.enqueue(JobRequest.of("once")).id();

        answers.loseNext(() -> until(() -> heard().count("completed once") == 2));
        List<Enqueued> several = client.enqueue(List.of(
                JobRequest.of("once"),
                JobRequest.of("once").uniqueKey("k").runAt(Instant.now().plusSeconds(3600)),
                JobRequest.of("once").runAt(Instant.now().plusSeconds(3600))));

        assertThat(client.enqueue(JobRequest.of("once").uniqueKey("other")).fresh())
                .isTrue();
        until(() -> heard().count("completed once") == 3);
        assertThat(runs).hasValue(3);
        assertThat(client.admin().show(id).orElseThrow().runs()).hasSize(1);
        assertThat(several).extracting(Enqueued::fresh).containsExactly(true, true, true);
        assertThat(cluster().number("SELECT count(*) FROM baton_jobs WHERE status = 'scheduled'"))
                .isEqualTo(2);
    }

    @Test
    default void aTriggerThatWasNotAnsweredRunsTheJobOnce() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Jobs jobs = cluster()
                .start(worker().handler("yearly", context -> runs.incrementAndGet())
                        .define(JobDefinition.of("yearly", Schedule.cron("@yearly", "UTC"))));
        UUID id = JobIds.recurringId("yearly");
        until(() -> jobs.admin().show(id).isPresent());
        LostAnswers answers = new LostAnswers(cluster().sessions());
        Jobs client = clientThatLosesAnswers(answers);
        Instant tick = Instant.parse("2026-03-01T04:05:06Z");

        answers.loseNext(() -> {
            jobs.wake();
            until(() -> heard().count("completed yearly") == 1);
        });

        assertThat(client.admin().triggerFor(id, tick)).isTrue();
        jobs.enqueue(JobRequest.of("yearly"));
        until(() -> heard().count("completed yearly") == 2);
        assertThat(runs).hasValue(2);
    }

    @Test
    default void aTriggerOrRetryOfTheJobItselfThatWasNotAnsweredRunsItOnce() throws Exception {
        Jobs jobs = cluster()
                .start(worker().handler("hourly", context -> {})
                        .handler(
                                "bad",
                                context -> {
                                    throw new IllegalStateException("no");
                                },
                                RetryPolicy.never())
                        .define(JobDefinition.of("hourly", Schedule.every(Duration.ofHours(1)))));
        UUID dead = jobs.enqueue(JobRequest.of("bad")).id();
        until(() -> heard().count("completed hourly") == 1 && heard().count("dead bad") == 1);
        LostAnswers answers = new LostAnswers(cluster().sessions());
        Jobs client = clientThatLosesAnswers(answers);

        answers.loseNext("not_before = NULL", () -> {
            jobs.wake();
            until(() -> heard().count("completed hourly") == 2);
        });
        assertThat(client.admin().trigger(JobIds.recurringId("hourly"))).isTrue();
        answers.loseNext("not_before = NULL", () -> {
            jobs.wake();
            until(() -> heard().count("dead bad") == 2);
        });
        assertThat(client.admin().retry(dead)).isTrue();

        assertThat(cluster()
                        .number("SELECT count(*) FROM baton_jobs WHERE job_name = 'hourly' AND next_run_time > "
                                + "CURRENT_TIMESTAMP"))
                .isEqualTo(1);
        assertThat(client.admin().show(dead).orElseThrow().job().status()).isEqualTo(JobStatus.DEAD);
        assertThat(client.admin().show(dead).orElseThrow().runs()).hasSize(2);
    }

    @Test
    default void aRecordThatIsThereAlreadyHoldsUpNeitherAnEndingNorAReclaim() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        UUID done = client.enqueue(JobRequest.of("done")).id();
        UUID bad = client.enqueue(JobRequest.of("bad")).id();
        UUID left = client.enqueue(JobRequest.of("left")).id();
        for (UUID id : List.of(done, bad, left)) {
            cluster()
                    .update("INSERT INTO baton_job_runs (job_id, claim_number, finished_at, attempt, job_name, outcome,"
                            + " locked_by) VALUES ('" + id + "', 1, CURRENT_TIMESTAMP, 1, 'old', 'failed', 'ghost')");
        }
        cluster()
                .update("UPDATE baton_jobs SET status = 'running', locked_by = 'ghost', claim_number = 1, locked_at ="
                        + " TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00Z' WHERE job_name = 'left'");
        cluster()
                .start(worker().handler("done", context -> {})
                        .handler("left", context -> {})
                        .handler(
                                "bad",
                                context -> {
                                    throw new IllegalStateException("no");
                                },
                                RetryPolicy.never()));

        until(() -> heard().count("completed done") == 1
                && heard().count("dead bad") == 1
                && heard().count("completed left") == 1);

        assertThat(heard().events).noneMatch(event -> event.startsWith("refused"));
        assertThat(client.admin().show(done).orElseThrow().runs())
                .extracting(JobRun::lockedBy)
                .containsExactly("ghost");
        assertThat(client.admin().show(bad).orElseThrow().job().lastError()).contains("IllegalStateException");
    }
}
