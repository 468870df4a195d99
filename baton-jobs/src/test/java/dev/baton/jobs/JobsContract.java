package dev.baton.jobs;

import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testkit.TestDatabase;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What jobs promise on every database. */
@Timeout(120)
abstract class JobsContract {

    private Cluster cluster;
    private final Recorder heard = new Recorder();

    protected abstract TestDatabase fresh();

    @BeforeEach
    void open() {
        cluster = new Cluster(fresh());
    }

    @AfterEach
    void close() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
    }

    private JobsBuilder worker() {
        return cluster.builder().withoutDuties().listener(heard);
    }

    private static void hold(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("nobody let this job go on");
        }
    }

    // One-off jobs

    @Test
    void aOneOffJobRunsOnceWithItsPayloadAndLeavesARecord() throws Exception {
        AtomicReference<String> payload = new AtomicReference<>();
        AtomicReference<ClaimToken> token = new AtomicReference<>();
        Jobs jobs = cluster.start(worker().handler("greet", context -> {
            payload.set(context.payload());
            token.set(context.token());
            assertThat(context.attempt()).isEqualTo(1);
            assertThat(context.isCancelled()).isFalse();
        }));
        UUID id = jobs.enqueue(JobRequest.of("greet").payload("{\"who\": \"world\"}"))
                .id();
        until(() -> heard.count("completed greet") == 1);
        assertThat(payload).hasValue("{\"who\": \"world\"}");
        assertThat(token.get()).isEqualTo(new ClaimToken(id, jobs.workerId(), 1));
        JobDetails shown = jobs.admin().show(id).orElseThrow();
        assertThat(shown.job().status()).isEqualTo(JobStatus.COMPLETED);
        assertThat(shown.runs()).singleElement().satisfies(run -> {
            assertThat(run.outcome()).isEqualTo("completed");
            assertThat(run.lockedBy()).isEqualTo(jobs.workerId());
            assertThat(run.startedAt()).isBeforeOrEqualTo(run.finishedAt());
        });
        assertThat(cluster.number("SELECT count(*) FROM baton_jobs")).isZero();
    }

    @Test
    void aJobWaitsForItsTime() throws Exception {
        Jobs jobs = cluster.start(worker().handler("later", context -> {}));
        UUID far = jobs.enqueue(JobRequest.of("later").runAt(Instant.now().plusSeconds(3600)))
                .id();
        UUID soon = jobs.enqueue(JobRequest.of("later").runAt(Instant.now().plusMillis(300)))
                .id();
        until(() -> heard.count("completed later") == 1);
        JobRun run = jobs.admin().show(soon).orElseThrow().runs().get(0);
        assertThat(run.startedAt()).isAfterOrEqualTo(run.scheduledAt());
        assertThat(jobs.admin().show(far).orElseThrow().job().status()).isEqualTo(JobStatus.SCHEDULED);
    }

    @Test
    void theSameUniqueKeyIsTheSameJobEvenAfterItIsDone() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Jobs jobs = cluster.start(worker().handler("once", context -> runs.incrementAndGet()));
        Enqueued first = jobs.enqueue(JobRequest.of("once").uniqueKey("k"));
        Enqueued second = jobs.enqueue(JobRequest.of("once").uniqueKey("k"));
        assertThat(first.fresh()).isTrue();
        assertThat(second).isEqualTo(new Enqueued(first.id(), false));
        until(() -> heard.count("completed once") == 1);
        assertThat(jobs.enqueue(JobRequest.of("once").uniqueKey("k"))).isEqualTo(new Enqueued(first.id(), false));
        assertThat(jobs.admin().show(first.id()).orElseThrow().job().status()).isEqualTo(JobStatus.COMPLETED);
        assertThat(runs).hasValue(1);
    }

    @Test
    void manyAreEnqueuedTogetherAndEachRunsOnceOnAnyOfThreeWorkers() throws Exception {
        int many = 600;
        Set<UUID> seen = ConcurrentHashMap.newKeySet();
        AtomicInteger runs = new AtomicInteger();
        JobHandler handler = context -> {
            seen.add(context.token().jobId());
            runs.incrementAndGet();
        };
        Jobs jobs = cluster.start(worker().handler("n", handler));
        cluster.start(worker().handler("n", handler));
        cluster.start(worker().handler("n", handler));
        List<Enqueued> all = jobs.enqueue(IntStream.range(0, many)
                .mapToObj(i -> JobRequest.of("n").payload("{\"i\": \"tab\\t" + i + "\"}"))
                .toList());
        until(() -> heard.count("completed n") == many);
        assertThat(seen)
                .hasSize(many)
                .containsExactlyInAnyOrderElementsOf(
                        all.stream().map(Enqueued::id).toList());
        assertThat(runs).hasValue(many);
        assertThat(cluster.number(
                        "SELECT count(*) FROM baton_job_runs WHERE outcome = 'completed' AND claim_number = 1"))
                .isEqualTo(many);
    }

    @Test
    void aJobEnqueuedInACallersTransactionExistsIfThatCommits() throws Exception {
        Jobs jobs = cluster.start(worker().handler("tx", context -> {}));
        try (Connection connection = cluster.source().getConnection()) {
            connection.setAutoCommit(false);
            jobs.enqueue(connection, JobRequest.of("tx").payload("{\"kept\": false}"));
            connection.rollback();
            assertThat(cluster.number("SELECT count(*) FROM baton_jobs")).isZero();
            jobs.enqueue(connection, JobRequest.of("tx").payload("{\"kept\": true}"));
            connection.commit();
        }
        until(() -> heard.count("completed tx") == 1);
    }

    @Test
    void higherPrioritiesGoFirst() throws Exception {
        List<Integer> order = new CopyOnWriteArrayList<>();
        Jobs client = cluster.start(cluster.builder().clientOnly());
        client.enqueue(JobRequest.of("p").priority(1).payload("1"));
        client.enqueue(JobRequest.of("p").priority(-5).payload("-5"));
        client.enqueue(JobRequest.of("p").priority(9).payload("9"));
        cluster.start(worker().settings(Cluster.QUICK.withThreads(1).withMaxPrefetch(0))
                .handler("p", context -> order.add(Integer.parseInt(context.payload()))));
        until(() -> order.size() == 3);
        assertThat(order).containsExactly(9, 1, -5);
    }

    @Test
    void aDemandedCapabilityIsWaitedFor() throws Exception {
        Jobs plain = cluster.start(worker().handler("cut", context -> {}));
        UUID id = plain.enqueue(JobRequest.of("cut").capability("media")).id();
        plain.enqueue(JobRequest.of("cut"));
        until(() -> heard.count("completed cut") == 1);
        assertThat(plain.admin().show(id).orElseThrow().job().status()).isEqualTo(JobStatus.SCHEDULED);
        Jobs able = cluster.start(worker().handler("cut", context -> {}).capability("media"));
        until(() -> heard.count("completed cut") == 2);
        assertThat(able.admin().show(id).orElseThrow().runs().get(0).lockedBy()).isEqualTo(able.workerId());
    }

    // Failures

    @Test
    void aFailingJobIsRetriedThenDeadThenRedrivenThenDiscarded() throws Exception {
        Jobs jobs = cluster.start(worker().handler(
                        "bad",
                        context -> {
                            throw new IllegalStateException("attempt " + context.attempt());
                        },
                        RetryPolicy.fixed(3, Duration.ofMillis(20))));
        UUID id = jobs.enqueue(JobRequest.of("bad")).id();
        until(() -> heard.count("dead bad") == 1);
        JobDetails dead = jobs.admin().show(id).orElseThrow();
        assertThat(dead.job().status()).isEqualTo(JobStatus.DEAD);
        assertThat(dead.job().lastError()).contains("attempt 3");
        assertThat(dead.runs()).extracting(JobRun::attempt).containsExactly(3, 2, 1);
        assertThat(dead.runs()).extracting(JobRun::outcome).containsOnly("failed");
        assertThat(jobs.admin().deadLetters(Optional.empty(), 10).items())
                .extracting(JobView::id)
                .containsExactly(id);
        assertThat(jobs.admin().redrive(id)).isTrue();
        until(() -> heard.count("dead bad") == 2);
        assertThat(jobs.admin().discard(id)).isTrue();
        assertThat(jobs.admin().deadLetters(Optional.empty(), 10).items()).isEmpty();
    }

    @Test
    void aPayloadThatCannotBeReadIsADeadLetterAtOnceWithTheReason() throws Exception {
        Jobs jobs =
                cluster.start(worker().handler("typed", JobHandler.reading(Integer::valueOf, (context, number) -> {})));
        UUID id = jobs.enqueue(JobRequest.of("typed").payload("\"seven\"")).id();
        jobs.enqueue(JobRequest.of("typed").payload("7"));
        until(() -> heard.count("dead typed") == 1 && heard.count("completed typed") == 1);
        JobView dead = jobs.admin().show(id).orElseThrow().job();
        assertThat(dead.attempt()).isEqualTo(1);
        assertThat(dead.lastError()).contains("cannot be read").contains("seven");
    }

    @Test
    void aJobWithoutAHandlerIsKeptAndWarnedOf() throws Exception {
        Jobs client = cluster.start(cluster.builder().clientOnly());
        UUID id = client.enqueue(JobRequest.of("unknown")).id();
        Jobs jobs = cluster.start(worker().handler("known", context -> {}));
        until(() -> heard.count("unhandled unknown 1") == 1);
        jobs.enqueue(JobRequest.of("known"));
        until(() -> heard.count("completed known") == 1);
        JobView kept = jobs.admin().show(id).orElseThrow().job();
        assertThat(kept.status()).isEqualTo(JobStatus.SCHEDULED);
        assertThat(kept.claimNumber()).isZero();
    }

    @Test
    void aRunThatTakesTooLongIsInterruptedAndFails() throws Exception {
        Jobs jobs =
                cluster.start(worker().handler("slow", context -> hold(new CountDownLatch(1)), RetryPolicy.never()));
        UUID id = jobs.enqueue(JobRequest.of("slow").timeout(Duration.ofMillis(50)))
                .id();
        until(() -> heard.count("dead slow") == 1);
        assertThat(jobs.admin().show(id).orElseThrow().job().lastError()).contains("longer than 50 ms");
    }

    // Recurring jobs, as document 003 has them

    @Test
    void anIntervalCountsFromTheStartOfTheRunHoweverOftenTheHeartBeats() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Jobs jobs = cluster.start(worker().handler("tick", context -> hold(go))
                .define(JobDefinition.of("tick", Schedule.every(Duration.ofMinutes(10)))));
        UUID id = Ids.recurring("tick");
        until(() -> heard.count("started tick") == 1);
        JobView running = jobs.admin().show(id).orElseThrow().job();
        until(() -> jobs.admin().show(id).orElseThrow().job().lockedAt().isAfter(running.lockedAt())); // a heartbeat
        go.countDown();
        until(() -> heard.count("completed tick") == 1);
        JobView after = jobs.admin().show(id).orElseThrow().job();
        assertThat(after.runStartedAt()).isEqualTo(running.runStartedAt());
        assertThat(after.nextRunTime()).isEqualTo(running.runStartedAt().plus(Duration.ofMinutes(10)));
        assertThat(after.lastRunTime()).isAfter(running.runStartedAt());
        assertThat(after.lockedBy()).isNull();
        assertThat(after.lockedAt()).isNull();
        assertThat(after.status()).isEqualTo(JobStatus.SCHEDULED);
    }

    @Test
    void aFailedRecurringRunReleasesTheLockLeavesTheNextRunAndIsNotCounted() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Jobs jobs = cluster.start(worker().handler("flaky", context -> {
                    assertThat(context.attempt()).isEqualTo(1);
                    if (runs.incrementAndGet() < 3) {
                        throw new IllegalStateException("not yet");
                    }
                })
                .define(JobDefinition.of("flaky", Schedule.every(Duration.ofMinutes(10)))
                        .pause(Duration.ofMillis(300))));
        UUID id = Ids.recurring("flaky");
        until(() -> heard.count("failed flaky") == 1);
        JobView failed = jobs.admin().show(id).orElseThrow().job();
        assertThat(failed.nextRunTime()).isBefore(failed.runStartedAt());
        assertThat(failed.attempt()).isLessThanOrEqualTo(1);
        until(() -> heard.count("completed flaky") == 1);
        JobView done = jobs.admin().show(id).orElseThrow().job();
        assertThat(done.nextRunTime()).isEqualTo(done.runStartedAt().plus(Duration.ofMinutes(10)));
        assertThat(done.attempt()).isZero();
        assertThat(jobs.admin().show(id).orElseThrow().runs())
                .extracting(JobRun::outcome)
                .containsExactly("completed", "failed", "failed");
    }

    @Test
    void aFixedDelayCountsFromTheEndOfTheRun() throws Exception {
        Jobs jobs = cluster.start(worker().handler("rest", context -> {})
                .define(JobDefinition.of("rest", Schedule.after(Duration.ofMinutes(5)))));
        until(() -> heard.count("completed rest") == 1);
        JobView done = jobs.admin().show(Ids.recurring("rest")).orElseThrow().job();
        assertThat(done.nextRunTime())
                .isBetween(
                        done.lastRunTime().plusSeconds(299), done.lastRunTime().plusSeconds(301));
    }

    @Test
    void aRowInsertedByPlainSqlRunsByItsColumns() throws Exception {
        Jobs jobs = cluster.start(worker().handler("sample", new SampleJob()));
        cluster.update("INSERT INTO baton_jobs (job_name, handler, payload, interval_ms)"
                + " VALUES ('by-hand', 'sample', '{\"delayMillis\": 10}', 600000)");
        jobs.wake();
        until(() -> heard.count("completed by-hand") == 1);
        assertThat(cluster.value("SELECT status FROM baton_jobs WHERE job_name = 'by-hand'"))
                .isEqualTo("scheduled");
    }

    // Claims

    private void leaveBehind(String job, int attempt) throws Exception {
        cluster.update("INSERT INTO baton_jobs (job_name, status, locked_by, locked_at, run_started_at, claim_number,"
                + " attempt, max_attempts) VALUES ('" + job + "', 'running', 'ghost', TIMESTAMP '2020-01-01 00:00:00',"
                + " TIMESTAMP '2020-01-01 00:00:00', 7, " + attempt + ", 5)");
    }

    @Test
    void aStaleLockIsReclaimedRecordedAndTheJobRuns() throws Exception {
        AtomicReference<ClaimToken> token = new AtomicReference<>();
        Jobs jobs = cluster.start(worker().handler("left", context -> token.set(context.token())));
        leaveBehind("left", 1);
        until(() -> heard.count("completed left") == 1);
        assertThat(heard.count("reclaimed left from ghost")).isEqualTo(1);
        assertThat(token.get().claimNumber()).isEqualTo(8);
        List<JobRun> runs = jobs.admin().show(token.get().jobId()).orElseThrow().runs();
        assertThat(runs).extracting(JobRun::outcome).containsExactly("completed", "reclaimed");
        assertThat(runs).extracting(JobRun::lockedBy).containsExactly(jobs.workerId(), "ghost");
    }

    @Test
    void aJobThatKeepsLosingItsWorkersBecomesADeadLetter() throws Exception {
        Jobs jobs = cluster.start(worker().handler("poison", context -> {}));
        leaveBehind("poison", 5);
        until(() -> heard.count("dead poison") == 1);
        assertThat(jobs.admin().deadLetters(Optional.empty(), 10).items()).hasSize(1);
        assertThat(heard.count("started poison")).isZero();
    }

    @Test
    void aWorkerThatLostItsClaimIsInterruptedAndItsCompletionRefused() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Jobs jobs = cluster.start(worker().handler("stolen", context -> {
            try {
                hold(new CountDownLatch(1));
            } catch (InterruptedException e) {
                assertThat(context.isCancelled()).isTrue();
                assertThatThrownBy(context::ensureActive).isInstanceOf(ClaimLostException.class);
                assertThatThrownBy(() -> context.fenced(c -> null)).isInstanceOf(ClaimLostException.class);
                interrupted.countDown();
                hold(go);
            }
        }));
        UUID id = jobs.enqueue(JobRequest.of("stolen")).id();
        until(() -> heard.count("started stolen") == 1);
        cluster.update("UPDATE baton_jobs SET claim_number = claim_number + 1, locked_by = 'thief',"
                + " lock_timeout_ms = 3600000");
        hold(interrupted);
        go.countDown();
        until(() -> heard.count("refused stolen completed") == 1);
        assertThat(heard.count("abandoned stolen")).isEqualTo(1);
        JobView kept = jobs.admin().show(id).orElseThrow().job();
        assertThat(kept.lockedBy()).isEqualTo("thief");
        assertThat(kept.status()).isEqualTo(JobStatus.RUNNING);
        assertThat(heard.count("completed stolen")).isZero();
    }

    @Test
    void aFencedTransactionCommitsUnderTheClaimAndHeartbeatsDoNotMindIt() throws Exception {
        cluster.update("CREATE TABLE effects (x int)");
        CountDownLatch go = new CountDownLatch(1);
        Jobs jobs = cluster.start(worker().handler("writes", context -> {
            context.fenced(c -> {
                try (var statement = c.createStatement()) {
                    statement.executeUpdate("INSERT INTO effects VALUES (1)");
                }
                try {
                    hold(go);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return null;
            });
        }));
        UUID id = jobs.enqueue(JobRequest.of("writes")).id();
        until(() -> heard.count("started writes") == 1);
        Instant began = Instant.now();
        until(() -> Duration.between(began, Instant.now())
                        .compareTo(Cluster.QUICK.heartbeat().multipliedBy(3))
                > 0);
        go.countDown();
        until(() -> heard.count("completed writes") == 1);
        assertThat(cluster.number("SELECT count(*) FROM effects")).isEqualTo(1);
        assertThat(jobs.admin().show(id).orElseThrow().runs()).hasSize(1);
    }

    @Test
    void progressIsShownWithTheHeartbeat() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Jobs jobs = cluster.start(worker().handler("tells", context -> {
            context.progress("half way");
            hold(go);
        }));
        UUID id = jobs.enqueue(JobRequest.of("tells")).id();
        until(() -> jobs.admin()
                .show(id)
                .map(d -> "half way".equals(d.job().progress()))
                .orElse(false));
        go.countDown();
        until(() -> heard.count("completed tells") == 1);
    }

    // Operators

    @Test
    void aPausedJobAndAPausedQueueWait() throws Exception {
        Jobs jobs = cluster.start(worker().handler("w", context -> {}));
        jobs.admin().pauseQueue("slow");
        jobs.enqueue(JobRequest.of("w").queue("slow"));
        UUID paused = jobs.enqueue(JobRequest.of("w").runAt(Instant.now().plusMillis(500)))
                .id();
        assertThat(jobs.admin().pause(paused)).isTrue();
        assertThat(jobs.admin().trigger(paused)).isTrue();
        jobs.enqueue(JobRequest.of("w"));
        until(() -> heard.count("completed w") == 1);
        assertThat(jobs.admin().pausedQueues()).containsExactly("slow");
        assertThat(jobs.admin()
                        .list(Optional.of(JobStatus.SCHEDULED), Optional.of("w"), Optional.empty(), 10)
                        .items())
                .hasSize(2);
        assertThat(jobs.admin().resume(paused)).isTrue();
        until(() -> heard.count("completed w") == 2);
        jobs.admin().resumeQueue("slow");
        until(() -> heard.count("completed w") == 3);
    }

    @Test
    void aRunningJobIsCancelledByASignalAndAWaitingOneAtOnce() throws Exception {
        Jobs jobs = cluster.start(worker().handler("c", context -> {
            if (context.awaitCancelled(Duration.ofSeconds(60))) {
                context.ensureActive();
            }
        }));
        UUID running = jobs.enqueue(JobRequest.of("c")).id();
        UUID waiting = jobs.enqueue(JobRequest.of("c").runAt(Instant.now().plusSeconds(600)))
                .id();
        until(() -> heard.count("started c") == 1);
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
    void pagesOfAListMeet() throws Exception {
        Jobs jobs = cluster.start(cluster.builder().clientOnly());
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
    void closingWaitsForRunningJobsAndGivesBackTheRest() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Jobs jobs =
                cluster.start(worker().settings(Cluster.QUICK.withThreads(1)).handler("long", context -> hold(go)));
        UUID id = jobs.enqueue(JobRequest.of("long")).id();
        UUID next = jobs.enqueue(JobRequest.of("long")).id();
        until(() -> heard.count("started long") == 1);
        Thread closing = new Thread(() -> cluster.stop(jobs));
        closing.start();
        until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("baton-jobs-claimer-any")));
        go.countDown();
        closing.join();
        assertThat(heard.count("completed long")).isEqualTo(1);
        assertThat(cluster.value("SELECT status FROM baton_jobs")).isEqualTo("scheduled");
        assertThat(cluster.number("SELECT attempt FROM baton_jobs")).isZero();
        assertThat(List.of(id.toString(), next.toString())).contains(cluster.value("SELECT id FROM baton_jobs"));
    }

    // Leaders

    @Test
    void aCronTicksOncePerTickWhateverTheNumberOfNodes() throws Exception {
        JobDefinition secondly = JobDefinition.of("every-second", Schedule.cron("* * * * * *", "UTC"));
        List<Instant> ticks = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 2; i++) {
            cluster.start(cluster.builder()
                    .listener(heard)
                    .handler("every-second", context -> ticks.add(context.scheduledTime()))
                    .define(secondly));
        }
        until(() -> ticks.size() >= 3);
        assertThat(ticks).doesNotHaveDuplicates();
        assertThat(ticks).allSatisfy(tick -> assertThat(tick).isEqualTo(tick.truncatedTo(ChronoUnit.SECONDS)));
        until(() -> heard.events.stream().anyMatch(e -> e.startsWith("figures")));
    }

    @Test
    void missedTicksAreMadeUpForWithinTheLimitOrSkipped() throws Exception {
        AtomicInteger three = new AtomicInteger();
        AtomicInteger none = new AtomicInteger();
        Jobs first = cluster.start(worker().handler("three", context -> three.incrementAndGet())
                .handler("none", context -> none.incrementAndGet())
                .define(JobDefinition.of(
                        "three", Schedule.cron("@hourly", "UTC").catchingUp(3)))
                .define(JobDefinition.of(
                        "none", Schedule.cron("0 0 1 1 *", "UTC").skippingMissed())));
        until(() -> cluster.number("SELECT count(*) FROM baton_jobs") == 2);
        cluster.update("UPDATE baton_jobs SET last_tick = TIMESTAMP '2026-01-01 00:00:00'");
        cluster.update("UPDATE baton_jobs SET last_tick = TIMESTAMP '2020-06-01 00:00:00' WHERE job_name = 'none'");
        cluster.stop(first);
        cluster.start(cluster.builder()
                .listener(heard)
                .handler("three", context -> three.incrementAndGet())
                .handler("none", context -> none.incrementAndGet()));
        until(() -> three.get() == 3
                && heard.events.stream().anyMatch(e -> e.startsWith("missed three"))
                && heard.events.stream().anyMatch(e -> e.startsWith("missed none")));
        assertThat(none).hasValue(0);
        assertThat(cluster.number("SELECT count(*) FROM baton_jobs WHERE next_run_time > CURRENT_TIMESTAMP"))
                .isEqualTo(2);
    }

    @Test
    void aRecurringJobIsTriggeredNowAndForAGivenTime() throws Exception {
        List<Instant> times = new CopyOnWriteArrayList<>();
        Instant given = Instant.parse("2026-03-01T04:05:06Z");
        Jobs jobs = cluster.start(worker().handler("yearly", context -> times.add(context.scheduledTime()))
                .define(JobDefinition.of("yearly", Schedule.cron("@yearly", "Europe/Berlin"))));
        UUID id = Ids.recurring("yearly");
        until(() -> jobs.admin().show(id).isPresent());
        assertThat(jobs.admin().triggerFor(id, given)).isTrue();
        until(() -> times.contains(given));
        assertThat(jobs.admin().trigger(id)).isTrue();
        until(() -> times.size() == 2);
    }
}
