package dev.baton.jobs;

import static dev.baton.jobs.Cluster.hold;
import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What operators do. */
interface AdminContract extends JobsStage {

    @Test
    default void aPausedJobAndAPausedQueueWait() throws Exception {
        Jobs jobs = cluster().start(worker().handler("w", context -> {}));
        jobs.admin().pauseQueue("slow");
        jobs.enqueue(JobRequest.of("w").queue("slow"));
        UUID paused = jobs.enqueue(JobRequest.of("w").runAt(Instant.now().plusMillis(500)))
                .id();
        assertThat(jobs.admin().pause(paused)).isTrue();
        assertThat(jobs.admin().trigger(paused)).isTrue();
        jobs.enqueue(JobRequest.of("w"));
        until(() -> heard().count("completed w") == 1);
        assertThat(jobs.admin().pausedQueues()).containsExactly("slow");
        assertThat(jobs.admin()
                        .list(JobAdmin.Filter.any().status(JobStatus.SCHEDULED).job("w"), Optional.empty(), 10)
                        .items())
                .hasSize(2);
        assertThat(jobs.admin().resume(paused)).isTrue();
        until(() -> heard().count("completed w") == 2);
        jobs.admin().resumeQueue("slow");
        until(() -> heard().count("completed w") == 3);
    }

    @Test
    default void aRecurringJobIsMadeAndChangedAtRunTimeByAnybody() throws Exception {
        cluster().start(worker().handler("h", context -> {}));
        Jobs client = cluster().start(cluster().builder().clientOnly());
        JobDefinition hourly = JobDefinition.of("made", Schedule.every(Duration.ofHours(1)))
                .like(JobRequest.of("made").handledBy("h").payload("[1]"));

        UUID id = client.admin().define(hourly);
        until(() -> heard().count("completed made") == 1);
        assertThat(client.admin()
                        .define(JobDefinition.of("made", Schedule.cron("0 0 1 1 *", "Asia/Tokyo"))
                                .like(JobRequest.of("made").handledBy("h"))))
                .isEqualTo(id);

        JobView now = client.admin().show(id).orElseThrow().job();
        assertThat(List.of(now.cron(), now.zone())).containsExactly("0 0 1 1 *", "Asia/Tokyo");
        assertThat(now.intervalMillis()).isNull();
        until(() -> client.admin().remove(id));
        assertThat(client.admin().define(hourly))
                .as("made again under its name")
                .isEqualTo(id);
        until(() -> heard().count("completed made") == 2);
        assertThat(client.admin().runs(id, 10)).extracting(JobRun::claimNumber).containsExactly(2L, 1L);
    }

    @Test
    default void whatARecurringJobRunsIsChangedAndTheRestStays() throws Exception {
        Jobs jobs = cluster().start(cluster().builder().clientOnly());
        UUID id = jobs.admin()
                .define(JobDefinition.of("made", Schedule.every(Duration.ofHours(1)))
                        .like(JobRequest.of("made")
                                .handledBy("one")
                                .payload("[1]")
                                .queue("slow")
                                .capability("gpu")
                                .timeout(Duration.ofMinutes(3))
                                .retries(RetryPolicy.exponential(4, Duration.ofSeconds(9), Duration.ofHours(1)))));
        JobView before = jobs.admin().show(id).orElseThrow().job();

        assertThat(jobs.admin().changeWork(id, Optional.of("other"), Optional.empty()))
                .isTrue();
        JobView other = jobs.admin().show(id).orElseThrow().job();
        assertThat(other.handler()).isEqualTo("other");
        assertThat(other).usingRecursiveComparison().ignoringFields("handler").isEqualTo(before);
        String large = "[\"" + "\u00e4".repeat(9_000) + "\"]";
        assertThat(jobs.admin().changeWork(id, Optional.empty(), Optional.of(large)))
                .isTrue();
        JobView after = jobs.admin().show(id).orElseThrow().job();
        assertThat(List.of(after.handler(), after.payload())).containsExactly("other", large);
        assertThatThrownBy(() -> jobs.admin().changeWork(id, Optional.empty(), Optional.of("no JSON")))
                .isInstanceOf(IllegalArgumentException.class);

        UUID once = jobs.enqueue(JobRequest.of("once").payload("[2]")).id();
        assertThat(jobs.admin().changeWork(once, Optional.of("other"), Optional.of("[3]")))
                .as("of a recurring one alone")
                .isFalse();
        assertThat(jobs.admin().show(once).orElseThrow().job().payload()).isEqualTo("[2]");
    }

    @Test
    default void manyAreActedOnInPartsAndRecurringOnesLeftAlone() throws Exception {
        AtomicInteger failing = new AtomicInteger(1);
        Jobs jobs = cluster()
                .start(worker().handler(
                                "bad",
                                context -> {
                                    if (failing.get() == 1) {
                                        throw new IllegalStateException("not now");
                                    }
                                },
                                RetryPolicy.never())
                        .handler("later", context -> {})
                        .define(JobDefinition.of("later", Schedule.cron("0 0 1 1 *", "UTC"))));
        for (int i = 0; i < 7; i++) {
            jobs.enqueue(JobRequest.of("bad").queue(i < 5 ? "default" : "other"));
            jobs.enqueue(JobRequest.of("later").runAt(Instant.now().plusSeconds(3_600)));
        }
        JobAdmin admin = jobs.admin();
        JobAdmin.Filter bad = JobAdmin.Filter.any().job("bad");
        until(() -> admin.count(JobAdmin.ManyAct.REDRIVE, bad, 100) == 7);
        assertThat(admin.count(JobAdmin.ManyAct.REDRIVE, bad, 3)).isEqualTo(3);
        assertThat(admin.count(JobAdmin.ManyAct.RETRY, JobAdmin.Filter.any(), 100))
                .as("what has not failed is not tried again before its time")
                .isEqualTo(7);
        assertThat(admin.count(JobAdmin.ManyAct.CANCEL, JobAdmin.Filter.any().job("later"), 100))
                .as("all but the recurring one")
                .isEqualTo(7);
        assertThat(admin.count(JobAdmin.ManyAct.DISCARD, JobAdmin.Filter.any().status(JobStatus.SCHEDULED), 100))
                .isZero();

        JobAdmin.ManyDone discarded =
                admin.actOnMany(JobAdmin.ManyAct.DISCARD, bad.queue("other"), Optional.empty(), 100);
        assertThat(discarded).isEqualTo(new JobAdmin.ManyDone(2, 2, Optional.empty()));
        failing.set(0);
        JobAdmin.ManyDone first = admin.actOnMany(JobAdmin.ManyAct.REDRIVE, bad, Optional.empty(), 3);
        assertThat(first.done()).isEqualTo(3);
        assertThat(admin.actOnMany(JobAdmin.ManyAct.REDRIVE, bad, first.nextCursor(), 3)
                        .done())
                .isEqualTo(2);
        until(() -> heard().count("completed bad") == 5);

        admin.actOnMany(JobAdmin.ManyAct.CANCEL, JobAdmin.Filter.any().job("later"), Optional.empty(), 100);
        assertThat(admin.list(JobAdmin.Filter.any().status(JobStatus.SCHEDULED).job("later"), Optional.empty(), 100)
                        .items())
                .singleElement()
                .satisfies(one -> assertThat(one.recurring()).isTrue());
    }

    @Test
    default void severalOperatorsMayPauseAQueueAtOnce() throws Exception {
        Jobs jobs = cluster().start(cluster().builder().clientOnly());
        int operators = 6;
        CyclicBarrier together = new CyclicBarrier(operators);
        ExecutorService threads = Executors.newFixedThreadPool(operators);
        try {
            for (int round = 0; round < 15; round++) {
                String queue = "busy-" + round;
                List<Future<?>> pausing = new ArrayList<>();
                for (int i = 0; i < operators; i++) {
                    pausing.add(threads.submit(() -> {
                        together.await(30, TimeUnit.SECONDS);
                        jobs.admin().pauseQueue(queue);
                        return null;
                    }));
                }
                for (Future<?> one : pausing) {
                    one.get(30, TimeUnit.SECONDS);
                }
                assertThat(jobs.admin().pausedQueues()).contains(queue).hasSize(round + 1);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    default void aRunningJobIsCancelledByASignalAndAWaitingOneAtOnce() throws Exception {
        Jobs jobs = cluster().start(worker().handler("c", context -> {
            if (context.awaitCancelled(Duration.ofSeconds(60))) {
                context.ensureActive();
            }
        }));
        UUID running = jobs.enqueue(JobRequest.of("c")).id();
        UUID waiting = jobs.enqueue(JobRequest.of("c").runAt(Instant.now().plusSeconds(600)))
                .id();
        until(() -> heard().count("started c") == 1);
        assertThat(jobs.admin().cancel(waiting)).isTrue();
        assertThat(jobs.admin().cancel(running)).isTrue();
        until(() -> jobs.admin().show(running).orElseThrow().job().status() == JobStatus.CANCELLED);
        assertThat(jobs.admin().show(waiting).orElseThrow().job().status()).isEqualTo(JobStatus.CANCELLED);
        assertThat(jobs.admin().cancel(running)).isFalse();
        assertThat(jobs.admin().show(running).orElseThrow().runs())
                .extracting(JobRun::outcome)
                .containsExactly(JobRun.Outcome.CANCELLED);
    }

    @Test
    default void aJobThatWaitsAfterAFailureAndACancelledOneAreTriedAgainAtOnce() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Jobs jobs = cluster()
                .start(worker().handler(
                                "second",
                                context -> {
                                    if (runs.incrementAndGet() == 1) {
                                        throw new IllegalStateException("not yet");
                                    }
                                },
                                RetryPolicy.fixed(5, Duration.ofHours(1))));
        UUID failed = jobs.enqueue(JobRequest.of("second")).id();
        until(() -> heard().count("failed second") == 1);
        assertThat(jobs.admin().retry(failed)).isTrue();
        until(() -> heard().count("completed second") == 1);
        assertThat(jobs.admin().show(failed).orElseThrow().runs())
                .extracting(JobRun::attempt)
                .as("its attempts are forgotten")
                .containsExactly(1, 1);
        assertThat(jobs.admin().retry(failed)).as("it has ended").isFalse();
        UUID cancelled = jobs.enqueue(
                        JobRequest.of("second").runAt(Instant.now().plusSeconds(600)))
                .id();
        assertThat(jobs.admin().cancel(cancelled)).isTrue();
        assertThat(jobs.admin().retry(cancelled)).isTrue();
        until(() -> heard().count("completed second") == 2);
    }

    @Test
    default void pagesOfAListMeet() throws Exception {
        Jobs jobs = cluster().start(cluster().builder().clientOnly());
        for (int i = 0; i < 5; i++) {
            jobs.enqueue(JobRequest.of("listed"));
        }
        jobs.enqueue(JobRequest.of("listed").queue("other"));
        JobAdmin.Filter listed = JobAdmin.Filter.any().job("listed").queue("default");
        JobPage first = jobs.admin().list(listed, Optional.empty(), 3);
        JobPage second = jobs.admin().list(listed, first.nextCursor(), 3);
        assertThat(first.items()).hasSize(3);
        assertThat(second.items()).hasSize(2).doesNotContainAnyElementsOf(first.items());
        assertThat(second.nextCursor()).isEmpty();
        assertThat(jobs.admin()
                        .list(JobAdmin.Filter.any().queue("other"), Optional.empty(), 3)
                        .items())
                .extracting(JobView::queue)
                .containsExactly("other");
    }

    @Test
    default void closingWaitsForRunningJobsAndGivesBackTheRest() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Jobs jobs =
                cluster().start(worker().settings(Cluster.QUICK.withThreads(1)).handler("long", context -> hold(go)));
        UUID id = jobs.enqueue(JobRequest.of("long")).id();
        UUID next = jobs.enqueue(JobRequest.of("long")).id();
        until(() -> heard().count("started long") == 1);
        Thread closing = new Thread(() -> cluster().stop(jobs));
        closing.start();
        until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("baton-jobs-claimer-any")));
        go.countDown();
        closing.join();
        assertThat(heard().count("completed long")).isEqualTo(1);
        assertThat(cluster().value("SELECT status FROM baton_jobs")).isEqualTo("scheduled");
        assertThat(cluster().number("SELECT attempt FROM baton_jobs")).isZero();
        assertThat(UUID.fromString(cluster().value("SELECT id FROM baton_jobs")))
                .isIn(id, next);
    }
}
