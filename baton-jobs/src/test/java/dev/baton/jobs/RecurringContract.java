package dev.baton.jobs;

import static dev.baton.jobs.Cluster.hold;
import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobIds;
import dev.baton.sql.Baton;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Recurring jobs, as document 003 has them. */
interface RecurringContract extends JobsStage {

    @Test
    default void anIntervalCountsFromTheStartOfTheRunHoweverOftenTheHeartBeats() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Jobs jobs = cluster()
                .start(worker().handler("tick", context -> hold(go))
                        .define(JobDefinition.of("tick", Schedule.every(Duration.ofMinutes(10)))));
        UUID id = JobIds.recurringId("tick");
        until(() -> heard().count("started tick") == 1);
        JobView running = jobs.admin().show(id).orElseThrow().job();
        until(() -> jobs.admin().show(id).orElseThrow().job().lockedAt().isAfter(running.lockedAt())); // a heartbeat
        go.countDown();
        until(() -> heard().count("completed tick") == 1);
        JobView after = jobs.admin().show(id).orElseThrow().job();
        assertThat(after.runStartedAt()).isEqualTo(running.runStartedAt());
        assertThat(after.nextRunTime()).isEqualTo(running.runStartedAt().plus(Duration.ofMinutes(10)));
        assertThat(after.lastRunTime()).isAfter(running.runStartedAt());
        assertThat(after.lockedBy()).isNull();
        assertThat(after.lockedAt()).isNull();
        assertThat(after.status()).isEqualTo(JobStatus.SCHEDULED);
    }

    @Test
    default void aFailedRecurringRunReleasesTheLockLeavesTheNextRunAndIsNotCounted() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch looked = new CountDownLatch(1);
        Jobs jobs = cluster()
                .start(worker().handler("flaky", context -> {
                            assertThat(context.attempt()).isEqualTo(1);
                            if (runs.incrementAndGet() < 3) {
                                if (runs.get() == 2) {
                                    hold(looked);
                                }
                                throw new IllegalStateException("not yet");
                            }
                        })
                        .define(JobDefinition.of("flaky", Schedule.every(Duration.ofMinutes(10)))
                                .pause(Duration.ofMillis(300))));
        UUID id = JobIds.recurringId("flaky");
        until(() -> heard().count("failed flaky") == 1);
        JobView failed = jobs.admin().show(id).orElseThrow().job();
        assertThat(failed.nextRunTime()).isBefore(failed.runStartedAt());
        assertThat(failed.attempt()).isLessThanOrEqualTo(1);
        looked.countDown();
        until(() -> heard().count("completed flaky") == 1);
        JobView done = jobs.admin().show(id).orElseThrow().job();
        assertThat(done.nextRunTime()).isEqualTo(done.runStartedAt().plus(Duration.ofMinutes(10)));
        assertThat(done.attempt()).isZero();
        assertThat(jobs.admin().show(id).orElseThrow().runs())
                .extracting(JobRun::outcome)
                .containsExactly(JobRun.Outcome.COMPLETED, JobRun.Outcome.FAILED, JobRun.Outcome.FAILED);
    }

    @Test
    default void aFixedDelayCountsFromTheEndOfTheRun() throws Exception {
        Jobs jobs = cluster()
                .start(worker().handler("rest", context -> {})
                        .define(JobDefinition.of("rest", Schedule.after(Duration.ofMinutes(5)))));
        until(() -> heard().count("completed rest") == 1);
        JobView done =
                jobs.admin().show(JobIds.recurringId("rest")).orElseThrow().job();
        assertThat(done.nextRunTime())
                .isBetween(
                        done.lastRunTime().plusSeconds(299), done.lastRunTime().plusSeconds(301));
    }

    @Test
    default void aRowInsertedByPlainSqlRunsByItsColumns() throws Exception {
        Jobs jobs = cluster().start(worker().handler("sample", new SampleJob()));
        cluster()
                .update("INSERT INTO baton_jobs (job_name, handler, payload, interval_ms)"
                        + " VALUES ('by-hand', 'sample', '{\"delayMillis\": 10}', 600000)");
        jobs.wake();
        until(() -> heard().count("completed by-hand") == 1);
        assertThat(cluster().value("SELECT status FROM baton_jobs WHERE job_name = 'by-hand'"))
                .isEqualTo("scheduled");
    }

    /** The row is scheduled again only when the run's end is committed: whoever looked before saw nothing to wait for. */
    @Test
    default void theNextRunIsNotLateBecauseTheClaimerLookedBeforeTheLastOneHadEnded() throws Exception {
        JobSettings seldom =
                Cluster.QUICK.withPollInterval(Duration.ofMinutes(10)).withThreads(1);
        AtomicInteger tries = new AtomicInteger();
        Jobs jobs = cluster()
                .start(worker().settings(seldom)
                        .handler("often", context -> context.awaitCancelled(Duration.ofMillis(150)))
                        .handler(
                                "second",
                                context -> {
                                    if (tries.incrementAndGet() < 3) {
                                        throw new IllegalStateException("not yet");
                                    }
                                },
                                RetryPolicy.fixed(5, Duration.ofMillis(200)))
                        .handler("flaky", context -> {
                            throw new IllegalStateException("never");
                        })
                        .define(JobDefinition.of("often", Schedule.every(Duration.ofMillis(400))))
                        .define(JobDefinition.of("flaky", Schedule.every(Duration.ofHours(1)))
                                .pause(Duration.ofMillis(300))));
        jobs.enqueue(JobRequest.of("second"));
        until(() -> heard().count("completed often") >= 4
                && heard().count("completed second") == 1
                && heard().count("failed flaky") >= 3);
    }

    @Test
    default void aDefinitionShortensNoLockOfARunUnderWayAndAShorterIntervalCountsWhenItEnds() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        JobDefinition hourly = JobDefinition.of("deployed", Schedule.every(Duration.ofHours(1)));
        Jobs old = cluster()
                .start(worker().handler("deployed", context -> hold(go))
                        .define(hourly.like(JobRequest.of("deployed").lockTimeout(Duration.ofHours(3)))));
        UUID id = JobIds.recurringId("deployed");
        until(() -> heard().count("started deployed") == 1);

        cluster()
                .start(worker().handler("deployed", context -> {})
                        .define(JobDefinition.of("deployed", Schedule.every(Duration.ofMinutes(10)))));

        until(() -> old.admin().show(id).orElseThrow().job().intervalMillis() == 600_000);
        assertThat(old.admin().show(id).orElseThrow().job().lockTimeoutMillis())
                .isEqualTo(Duration.ofHours(3).toMillis());
        go.countDown();
        until(() -> heard().count("completed deployed") == 1);
        JobView after = old.admin().show(id).orElseThrow().job();
        assertThat(after.nextRunTime()).isEqualTo(after.runStartedAt().plus(Duration.ofMinutes(10)));
    }

    /** A few among many: what else is to run that day is not read for them. */
    @Test
    default void cronsAreFoundByAnIndexOfTheirs() throws Exception {
        assumeFalse(cluster().dialect().equals("sqlserver"), "this database explains no statement by a statement");
        Baton baton = cluster().baton();
        Jobs jobs = cluster()
                .start(Jobs.on(baton)
                        .handler("yearly", context -> {})
                        .define(JobDefinition.of("yearly", Schedule.cron("0 0 1 1 *", "UTC"))));
        jobs.enqueue(IntStream.range(0, 1000)
                .mapToObj(i -> JobRequest.of("later").runAt(Instant.now().plusSeconds(3600 + i)))
                .toList());
        cluster().refreshStatistics("baton_jobs");
        // An older PostgreSQL takes the other one that has recurring jobs alone, and of which it thinks the same.
        String fit = cluster().dialect().equals("postgresql") ? "(crons|recurring)" : "crons";
        String look = new JobDatabase(baton).sql().get("cron-next").jdbc();
        assertThat(cluster().plan(look.replace("?", "'default'"))) // some databases look queue by queue
                .containsPattern("(?i)baton_jobs_" + fit);
    }
}
