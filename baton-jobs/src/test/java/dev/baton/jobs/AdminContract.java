package dev.baton.jobs;

import static dev.baton.jobs.Cluster.hold;
import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;

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
                        .list(Optional.of(JobStatus.SCHEDULED), Optional.of("w"), Optional.empty(), 10)
                        .items())
                .hasSize(2);
        assertThat(jobs.admin().resume(paused)).isTrue();
        until(() -> heard().count("completed w") == 2);
        jobs.admin().resumeQueue("slow");
        until(() -> heard().count("completed w") == 3);
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
                .containsExactly("cancelled");
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
        JobPage first = jobs.admin().list(Optional.empty(), Optional.of("listed"), Optional.empty(), 3);
        JobPage second = jobs.admin().list(Optional.empty(), Optional.of("listed"), first.nextCursor(), 3);
        assertThat(first.items()).hasSize(3);
        assertThat(second.items()).hasSize(2).doesNotContainAnyElementsOf(first.items());
        assertThat(second.nextCursor()).isEmpty();
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
