package dev.baton.jobs;

import static dev.baton.jobs.Cluster.hold;
import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobStore;
import dev.baton.jobs.store.QueueLane;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Threads, and what they hold. */
interface WorkerContract extends JobsStage {

    /** As when memory has run out for a moment: of those that claim, write endings, reclaim and send heartbeats there is one each. */
    @Test
    default void anErrorEndsNoThreadOfTheWorker() throws Exception {
        LostAnswers answers = new LostAnswers(cluster().sessions());
        Jobs jobs = cluster()
                .start(Jobs.on(cluster().baton(answers.source()))
                        .settings(Cluster.QUICK)
                        .withoutDuties()
                        .listener(heard())
                        .handler("quick", context -> {})
                        .handler("long", context -> hold(new CountDownLatch(1))));

        CountDownLatch claim = failNext(answers, "9223372036854775807");
        jobs.enqueue(JobRequest.of("quick"));
        until(() -> heard().count("completed quick") == 1 && claim.getCount() == 0);

        CountDownLatch ending = failNext(answers, "DELETE FROM baton_jobs");
        jobs.enqueue(JobRequest.of("quick"));
        until(() -> heard().count("completed quick") == 2 && ending.getCount() == 0);

        CountDownLatch upkeep = failNext(answers, "COALESCE(id, id)");
        until(() -> upkeep.getCount() == 0);
        leaveBehind("gone", 1);
        until(() -> heard().count("reclaimed gone from ghost") == 1);

        CountDownLatch heartbeat = failNext(answers, "'running' AND cancel_requested = ");
        UUID id = jobs.enqueue(JobRequest.of("long")).id();
        until(() -> heard().count("started long") == 1 && heartbeat.getCount() == 0);
        jobs.admin().cancel(id);
        until(() -> jobs.admin().show(id).orElseThrow().job().status() == JobStatus.CANCELLED);
    }

    private static CountDownLatch failNext(LostAnswers answers, String part) {
        CountDownLatch failed = new CountDownLatch(1);
        answers.overtakeNext(part, () -> {
            failed.countDown();
            throw new AssertionError("as if memory had run out");
        });
        return failed;
    }

    @Test
    default void aQueueHasItsOwnThreadsAndOthersDoNotWaitForThem() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Set<String> names = ConcurrentHashMap.newKeySet();
        Jobs jobs = cluster()
                .start(worker().queue("slow", 2)
                        .handler("slow", context -> {
                            names.add(Thread.currentThread().getName());
                            hold(go);
                        })
                        .handler(
                                "quick",
                                context -> names.add(Thread.currentThread().getName())));
        jobs.enqueue(many("slow", 5).stream().map(r -> r.queue("slow")).toList());
        jobs.enqueue(many("quick", 3));
        until(() -> heard().count("completed quick") == 3 && heard().count("started slow") == 2);
        assertThat(names).allMatch(name -> name.startsWith("baton-job-slow-") || name.startsWith("baton-job-any-"));
        assertThat(names).filteredOn(name -> name.startsWith("baton-job-slow-")).hasSize(2);
        assertThat(cluster().number("SELECT count(*) FROM baton_jobs WHERE status = 'running'"))
                .as("nothing is claimed ahead of threads that are slow")
                .isEqualTo(2);
        go.countDown();
        until(() -> heard().count("completed slow") == 5);
    }

    @Test
    default void aJobThatRunsHoldsNoConnection() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Jobs jobs = cluster().start(worker().handler("holds", context -> hold(go)));
        jobs.enqueue(many("holds", 4));
        until(() -> heard().count("started holds") == 4);
        until(() -> cluster().borrowed() <= 1); // the heartbeats' connection
        assertThat(heard().count("completed holds")).isZero();
        go.countDown();
        until(() -> heard().count("completed holds") == 4);
    }

    @Test
    default void jobsRunOnVirtualThreadsWhereJavaHasThem() throws Exception {
        Assumptions.assumeTrue(
                Runtime.version().feature() >= 21, "virtual threads are not in this Java: run with 21 or later");
        Set<Object> virtual = ConcurrentHashMap.newKeySet();
        Jobs jobs = cluster()
                .start(worker().settings(Cluster.QUICK.withThreads(200).onVirtualThreads())
                        .handler(
                                "light",
                                context -> virtual.add(
                                        Thread.class.getMethod("isVirtual").invoke(Thread.currentThread()))));
        jobs.enqueue(many("light", 400));
        until(() -> heard().count("completed light") == 400);
        assertThat(virtual).containsExactly(true);
    }

    private static List<JobRequest> many(String job, int count) {
        return IntStream.range(0, count).mapToObj(i -> JobRequest.of(job)).toList();
    }

    /** Every thread of the worker has a connection of the pool, and keeps it. */
    @Test
    default void heartbeatsGoOnWhenHandlersHoldAllConnectionsOfThePool() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (HikariDataSource small = new HikariDataSource()) {
            small.setDataSource(cluster().sessions());
            small.setMaximumPoolSize(5);
            small.setMinimumIdle(0);
            JobHandler greedy = context -> {
                try (Connection held = small.getConnection()) {
                    assertThat(held).isNotNull();
                    hold(go);
                }
            };
            Jobs jobs = cluster()
                    .start(Jobs.on(cluster().baton(small))
                            .settings(Cluster.QUICK.withThreads(6))
                            .withoutDuties()
                            .listener(heard())
                            .handler("greedy", greedy));
            Jobs client = cluster().start(cluster().builder().clientOnly());
            client.enqueue(Collections.nCopies(6, JobRequest.of("greedy")));
            until(() -> heard().count("started greedy") == 6
                    && small.getHikariPoolMXBean().getThreadsAwaitingConnection() > 0);
            Instant before = lockTimes(client).max(Comparator.naturalOrder()).orElseThrow();
            until(() -> lockTimes(client).allMatch(before::isBefore));
            assertThat(heard().count("abandoned greedy")).isZero();
            go.countDown();
            until(() -> heard().count("completed greedy") == 6);
            cluster().stop(jobs);
        }
    }

    private Stream<Instant> lockTimes(Jobs client) throws SQLException {
        return client
                .admin()
                .list(JobAdmin.Filter.any().status(JobStatus.RUNNING), Optional.empty(), 100)
                .items()
                .stream()
                .map(JobView::lockedAt);
    }

    @Test
    default void manyLanesAreReadAFewAtATimeAndAllOfThemAreServed() throws Exception {
        int many = 520;
        Jobs client = cluster().start(cluster().builder().clientOnly());
        client.enqueue(IntStream.range(0, many)
                .mapToObj(i -> JobRequest.of("lane").queue("q" + i).priority(i % 3))
                .toList());
        JobStore store = new JobDatabase(cluster().baton()).store();
        try (Connection connection = cluster().source().getConnection()) {
            JobStore.Lanes first = store.readLanes(connection, QueueLane.NONE);
            assertThat(first.lanes()).hasSizeLessThan(many);
            assertThat(store.readLanes(connection, first.more()).lanes()).doesNotContainAnyElementsOf(first.lanes());
        }
        cluster().start(worker().handler("lane", context -> {}));
        until(() -> heard().count("completed lane") == many);
        client.enqueue(JobRequest.of("lane").queue("q7").runAt(Instant.now().plusMillis(400)));
        until(() -> heard().count("completed lane") == many + 1);
    }
}
