package dev.baton.jobs;

import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Tracing;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.QueueLane;
import java.sql.Connection;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs that run once. */
interface OneOffContract extends JobsStage {

    @Test
    default void aOneOffJobRunsOnceWithItsPayloadAndLeavesARecord() throws Exception {
        AtomicReference<String> payload = new AtomicReference<>();
        AtomicReference<ClaimToken> token = new AtomicReference<>();
        Jobs jobs = cluster().start(worker().handler("greet", context -> {
            payload.set(context.payload());
            token.set(context.token());
            assertThat(context.attempt()).isEqualTo(1);
            assertThat(context.isCancelled()).isFalse();
        }));
        UUID id = jobs.enqueue(JobRequest.of("greet").payload("{\"who\": \"world\"}"))
                .id();
        until(() -> heard().count("completed greet") == 1);
        assertThat(payload).hasValue("{\"who\": \"world\"}");
        assertThat(token.get()).isEqualTo(new ClaimToken(id, jobs.workerId(), 1));
        JobDetails shown = jobs.admin().show(id).orElseThrow();
        assertThat(shown.job().status()).isEqualTo(JobStatus.COMPLETED);
        assertThat(shown.runs()).singleElement().satisfies(run -> {
            assertThat(run.outcome()).isEqualTo(JobRun.Outcome.COMPLETED);
            assertThat(run.lockedBy()).isEqualTo(jobs.workerId());
            assertThat(run.startedAt()).isBeforeOrEqualTo(run.finishedAt());
        });
        assertThat(cluster().number("SELECT count(*) FROM baton_jobs")).isZero();
    }

    /** The row of a job goes with its end; that it was for somebody's queue must not be forgotten. */
    @Test
    default void aRunKeepsTheQueueOfItsJobHoweverItEnds() throws Exception {
        Jobs jobs = cluster().start(worker().handler("well", context -> {}).handler("badly", context -> {
            throw JobHandler.FailedException.forGood("no");
        }));
        UUID well = jobs.enqueue(JobRequest.of("well").queue("mail")).id();
        UUID badly = jobs.enqueue(JobRequest.of("badly").queue("mail")).id();
        until(() -> jobs.admin().runs(well, 1).size() == 1
                && jobs.admin().runs(badly, 1).size() == 1);
        assertThat(jobs.admin().show(well).orElseThrow().job().queue()).isEqualTo("mail");
        assertThat(jobs.admin().runs(well, 1)).extracting(JobRun::queue).containsExactly("mail");
        assertThat(jobs.admin().runs(badly, 1)).extracting(JobRun::queue).containsExactly("mail");
    }

    @Test
    default void aJobWaitsForItsTime() throws Exception {
        Jobs jobs = cluster().start(worker().handler("later", context -> {}));
        UUID far = jobs.enqueue(JobRequest.of("later").runAt(Instant.now().plusSeconds(3600)))
                .id();
        UUID soon = jobs.enqueue(JobRequest.of("later").runAt(Instant.now().plusMillis(300)))
                .id();
        until(() -> heard().count("completed later") == 1);
        JobRun run = jobs.admin().show(soon).orElseThrow().runs().get(0);
        assertThat(run.startedAt()).isAfterOrEqualTo(run.scheduledAt());
        assertThat(jobs.admin().show(far).orElseThrow().job().status()).isEqualTo(JobStatus.SCHEDULED);
    }

    @Test
    default void theSameUniqueKeyIsTheSameJobEvenAfterItIsDone() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Jobs jobs = cluster().start(worker().handler("once", context -> runs.incrementAndGet()));
        Enqueued first = jobs.enqueue(JobRequest.of("once").uniqueKey("k"));
        Enqueued second = jobs.enqueue(JobRequest.of("once").uniqueKey("k"));
        assertThat(first.fresh()).isTrue();
        assertThat(second).isEqualTo(new Enqueued(first.id(), false));
        until(() -> heard().count("completed once") == 1);
        assertThat(jobs.enqueue(JobRequest.of("once").uniqueKey("k"))).isEqualTo(new Enqueued(first.id(), false));
        assertThat(jobs.admin().show(first.id()).orElseThrow().job().status()).isEqualTo(JobStatus.COMPLETED);
        assertThat(runs).hasValue(1);
    }

    /** Whatever a code page or a collation would make of them. */
    @Test
    default void uniqueKeysThatDifferAreDifferentJobs() throws Exception {
        Jobs client = cluster().start(worker().handler("other", context -> {}));
        List<String> keys = List.of(
                "\u0437\u0430\u043a\u0430\u0437-1",
                "\u0442\u043e\u0432\u0430\u0440-1",
                "?????-1",
                "\uD83D\uDE00",
                "\uD83D\uDE01",
                "\u00e9",
                "e\u0301",
                "e",
                "E",
                "x",
                "x\u00a0");
        for (String key : keys) {
            assertThat(client.enqueue(JobRequest.of("once").uniqueKey(key)).fresh())
                    .as("'%s'", key)
                    .isTrue();
        }
        for (String key : keys) {
            Enqueued again = client.enqueue(JobRequest.of("once").uniqueKey(key));
            assertThat(again.fresh()).as("'%s'", key).isFalse();
            assertThat(client.admin().show(again.id()).orElseThrow().job().uniqueKey())
                    .isEqualTo(key);
        }
    }

    @Test
    default void manyAreEnqueuedTogetherAndEachRunsOnceOnAnyOfThreeWorkers() throws Exception {
        int many = 600;
        Set<UUID> seen = ConcurrentHashMap.newKeySet();
        AtomicInteger runs = new AtomicInteger();
        JobHandler handler = context -> {
            seen.add(context.token().jobId());
            runs.incrementAndGet();
        };
        Jobs jobs = cluster().start(worker().handler("n", handler));
        cluster().start(worker().handler("n", handler));
        cluster().start(worker().handler("n", handler));
        List<Enqueued> all = jobs.enqueue(IntStream.range(0, many)
                .mapToObj(i -> JobRequest.of("n").payload("{\"i\": \"tab\\t" + i + "\"}"))
                .toList());
        until(() -> heard().count("completed n") == many);
        assertThat(seen)
                .hasSize(many)
                .containsExactlyInAnyOrderElementsOf(
                        all.stream().map(Enqueued::id).toList());
        assertThat(runs).hasValue(many);
        assertThat(cluster().number("SELECT count(*) FROM baton_job_runs WHERE outcome = 'completed'"))
                .isEqualTo(many);
    }

    @Test
    default void aJobEnqueuedInACallersTransactionExistsIfThatCommits() throws Exception {
        Jobs jobs = cluster().start(worker().handler("tx", context -> {}));
        try (Connection connection = cluster().source().getConnection()) {
            connection.setAutoCommit(false);
            jobs.enqueue(connection, JobRequest.of("tx").payload("{\"kept\": false}"));
            connection.rollback();
            assertThat(cluster().number("SELECT count(*) FROM baton_jobs")).isZero();
            jobs.enqueue(connection, JobRequest.of("tx").payload("{\"kept\": true}"));
            connection.commit();
        }
        until(() -> heard().count("completed tx") == 1);
    }

    /** Whatever the open one has written: its queue, its priority and its time come before those of the other. */
    @Test
    default void aCallersOpenTransactionHoldsUpNoOtherJob() throws Exception {
        Jobs jobs = cluster().start(worker().handler("open", context -> {}).handler("other", context -> {}));
        try (Connection connection = cluster().source().getConnection()) {
            connection.setAutoCommit(false);
            jobs.enqueue(connection, JobRequest.of("open").priority(9));
            jobs.enqueue(connection, JobRequest.of("open").queue("a-queue-of-its-own"));
            for (int done = 1; done <= 3; done++) {
                jobs.enqueue(JobRequest.of("other"));
                int expected = done;
                until(() -> heard().count("completed other") == expected);
            }
            assertThat(heard().count("started open")).isZero();
            connection.commit();
        }
        until(() -> heard().count("completed open") == 2);
    }

    @Test
    default void higherPrioritiesGoFirst() throws Exception {
        List<Integer> order = new CopyOnWriteArrayList<>();
        Jobs client = cluster().start(cluster().builder().clientOnly());
        client.enqueue(JobRequest.of("p").priority(1).payload("1"));
        client.enqueue(JobRequest.of("p").priority(-5).payload("-5"));
        client.enqueue(JobRequest.of("p").priority(9).payload("9"));
        cluster()
                .start(worker().settings(Cluster.QUICK.withThreads(1).withMaxPrefetch(0))
                        .handler("p", context -> order.add(Integer.parseInt(context.payload()))));
        until(() -> order.size() == 3);
        assertThat(order).containsExactly(9, 1, -5);
    }

    @Test
    default void aDemandedCapabilityIsWaitedFor() throws Exception {
        Jobs plain = cluster().start(worker().handler("cut", context -> {}));
        UUID id = plain.enqueue(JobRequest.of("cut").capability("media")).id();
        plain.enqueue(JobRequest.of("cut"));
        until(() -> heard().count("completed cut") == 1);
        assertThat(plain.admin().show(id).orElseThrow().job().status()).isEqualTo(JobStatus.SCHEDULED);
        Jobs able = cluster().start(worker().handler("cut", context -> {}).capability("media"));
        until(() -> heard().count("completed cut") == 2);
        assertThat(able.admin().show(id).orElseThrow().runs().get(0).lockedBy()).isEqualTo(able.workerId());
    }

    /** One by one and many at once, which go by different ways. */
    @Test
    default void aRunIsToldInWhichTraceItsJobWasEnqueued() throws Exception {
        String caller = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        String span = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";
        List<String> begun = new CopyOnWriteArrayList<>();
        Tracing tracing = (operation, parent, attributes) -> {
            begun.add(operation.label() + " in " + parent.orElse("nothing"));
            return new Tracing.Span() {
                @Override
                public Optional<String> traceparent() {
                    return Optional.of(span);
                }
            };
        };
        Jobs jobs = cluster()
                .start(worker().tracing(tracing)
                        .handler(
                                "traced",
                                context -> assertThat(context.traceparent()).contains(span)));
        jobs.enqueue(JobRequest.of("traced").traceparent(caller));
        jobs.enqueue(Collections.nCopies(60, JobRequest.of("traced").traceparent("nonsense")));
        until(() -> heard().count("completed traced") == 61);
        assertThat(begun)
                .containsOnlyOnce("baton.enqueue in " + caller, "baton.enqueue in nothing")
                .filteredOn(("baton.job in " + span)::equals)
                .hasSize(61);
    }

    @Test
    default void whoeverDoesNotTraceHandsTheCallersTraceOn() throws Exception {
        String caller = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        List<Optional<String>> told = new CopyOnWriteArrayList<>();
        Jobs jobs = cluster().start(worker().handler("w", context -> told.add(context.traceparent())));
        jobs.enqueue(JobRequest.of("w").traceparent(caller));
        jobs.enqueue(JobRequest.of("w"));
        until(() -> told.size() == 2);
        assertThat(told).containsExactlyInAnyOrder(Optional.of(caller), Optional.empty());
    }

    /** Sessions are in zones that are hours from UTC: what they tell is right to half an hour, or wrong by hours. */
    @Test
    default void aSessionsZoneMovesNothing() throws Exception {
        JobDatabase database = new JobDatabase(cluster().baton());
        Instant before = Instant.now();
        cluster()
                .start(cluster().builder().clientOnly())
                .enqueue(JobRequest.of("x").runAt(before.plusSeconds(3600)));
        for (int zone = 0; zone < 2; zone++) {
            try (Connection session = cluster().sessions().getConnection()) {
                assertThat(database.databaseTime(session))
                        .isBetween(before.minusSeconds(1800), before.plusSeconds(1800));
                assertThat(database.store().readLanes(session, QueueLane.NONE).lanes())
                        .singleElement()
                        .satisfies(lane -> assertThat(lane.dueInMillis()).isBetween(1_800_000L, 5_400_000L));
            }
        }
    }
}
