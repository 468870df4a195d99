package dev.baton.jobs;

import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobIds;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What one instance does for all. */
interface DutyContract extends JobsStage {

    @Test
    default void aCronTicksOncePerTickWhateverTheNumberOfNodes() throws Exception {
        JobDefinition secondly = JobDefinition.of("every-second", Schedule.cron("* * * * * *", "UTC"));
        List<Instant> ticks = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 2; i++) {
            cluster()
                    .start(cluster()
                            .builder()
                            .listener(heard())
                            .handler("every-second", context -> ticks.add(context.scheduledTime()))
                            .define(secondly));
        }
        until(() -> ticks.size() >= 3);
        assertThat(ticks).doesNotHaveDuplicates();
        assertThat(ticks).allSatisfy(tick -> assertThat(tick).isEqualTo(tick.truncatedTo(ChronoUnit.SECONDS)));
        until(() -> heard().events.stream().anyMatch(e -> e.startsWith("figures")));
    }

    /** Where they are looked through one by one, some hundreds at a time. */
    @Test
    default void cronsTickAndWhatIsOldGoesHoweverManyQueuesThereAre() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        client.enqueue(IntStream.range(0, 1_200)
                .mapToObj(i -> JobRequest.of("later")
                        .queue("q" + i)
                        .priority(i % 2)
                        .runAt(Instant.now().plus(Duration.ofHours(1))))
                .toList());
        cluster()
                .update("UPDATE baton_jobs SET status = 'cancelled',"
                        + " finished_at = TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00Z' WHERE priority = 1");
        Schedule secondly = Schedule.cron("* * * * * *", "UTC");
        cluster()
                .start(cluster()
                        .builder()
                        .listener(heard())
                        .handler("tick", context -> {})
                        .define(JobDefinition.of("last", secondly)
                                .like(JobRequest.of("last").handledBy("tick").queue("z"))));
        until(() -> heard().count("completed last") >= 1);
        client.admin()
                .define(JobDefinition.of("new", secondly)
                        .like(JobRequest.of("new").handledBy("tick").queue("qq")));
        until(() -> heard().count("completed new") >= 2);
        until(() -> cluster().number("SELECT COUNT(*) FROM baton_jobs WHERE status = 'cancelled'") == 0);
        assertThat(cluster().number("SELECT COUNT(*) FROM baton_jobs WHERE job_name = 'later'"))
                .isEqualTo(600);
    }

    @Test
    default void missedTicksAreMadeUpForWithinTheLimitOrSkipped() throws Exception {
        AtomicInteger three = new AtomicInteger();
        AtomicInteger none = new AtomicInteger();
        Jobs first = cluster()
                .start(worker().handler("three", context -> three.incrementAndGet())
                        .handler("none", context -> none.incrementAndGet())
                        .define(JobDefinition.of(
                                "three", Schedule.cron("@hourly", "UTC").catchingUp(3)))
                        .define(JobDefinition.of(
                                        "none",
                                        Schedule.cron("0 0 1 1 *", "UTC").skippingMissed())
                                .like(JobRequest.of("none").queue("night"))));
        until(() -> cluster().number("SELECT count(*) FROM baton_jobs") == 2);
        cluster().update("UPDATE baton_jobs SET last_tick = TIMESTAMP WITH TIME ZONE '2026-01-01 00:00:00Z'");
        cluster()
                .update(
                        "UPDATE baton_jobs SET last_tick = TIMESTAMP WITH TIME ZONE '2020-06-01 00:00:00Z' WHERE job_name = 'none'");
        cluster().stop(first);
        cluster()
                .start(cluster()
                        .builder()
                        .listener(heard())
                        .handler("three", context -> three.incrementAndGet())
                        .handler("none", context -> none.incrementAndGet()));
        until(() -> three.get() == 3
                && heard().events.stream().anyMatch(e -> e.startsWith("missed three"))
                && heard().events.stream().anyMatch(e -> e.startsWith("missed none")));
        assertThat(none).hasValue(0);
        assertThat(cluster().number("SELECT count(*) FROM baton_jobs WHERE next_run_time > CURRENT_TIMESTAMP"))
                .isEqualTo(2);
    }

    @Test
    default void ticksThatACronMissedWhileItWasPausedAreNotMadeUpFor() throws Exception {
        Jobs worker = cluster()
                .start(worker().handler("hourly", context -> {})
                        .define(JobDefinition.of("hourly", Schedule.cron("@hourly", "UTC"))));
        UUID id = JobIds.recurringId("hourly");
        until(() -> worker.admin().show(id).isPresent());
        cluster().stop(worker);
        Jobs operator = cluster().start(cluster().builder().clientOnly());
        operator.admin().pause(id);
        cluster().update("UPDATE baton_jobs SET last_tick = TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00Z'");

        assertThat(operator.admin().resume(id)).isTrue();

        assertThat(operator.admin().show(id).orElseThrow().job().lastTick())
                .isAfter(Instant.parse("2020-01-01T00:00:00Z"));
    }

    @Test
    default void aScheduleThatIsChangedBetweenTheLookAtACronAndItsNextTickIsKept() throws Exception {
        LostAnswers connections = new LostAnswers(cluster().sessions());
        UUID id = JobIds.recurringId("changed");
        Jobs operator = cluster().start(cluster().builder().clientOnly());
        AtomicInteger changes = new AtomicInteger();
        connections.overtakeNext("last_tick = COALESCE(", () -> {
            try {
                operator.admin().reschedule(id, Schedule.every(Duration.ofHours(1)));
                changes.incrementAndGet();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
        cluster()
                .start(Jobs.on(cluster().baton(connections.source()))
                        .settings(Cluster.QUICK)
                        .listener(heard())
                        .handler("changed", context -> {})
                        .define(JobDefinition.of("changed", Schedule.cron("@yearly", "UTC"))));
        until(() -> heard().count("completed changed") == 1);
        assertThat(changes).hasValue(1);
    }

    @Test
    default void aRecurringJobIsTriggeredNowAndForAGivenTime() throws Exception {
        List<Instant> times = new CopyOnWriteArrayList<>();
        Instant given = Instant.parse("2026-03-01T04:05:06Z");
        Jobs jobs = cluster()
                .start(worker().handler("yearly", context -> times.add(context.scheduledTime()))
                        .define(JobDefinition.of("yearly", Schedule.cron("@yearly", "Europe/Berlin"))));
        UUID id = JobIds.recurringId("yearly");
        until(() -> jobs.admin().show(id).isPresent());
        assertThat(jobs.admin().triggerFor(id, given)).isTrue();
        until(() -> times.contains(given));
        assertThat(jobs.admin().trigger(id)).isTrue();
        until(() -> times.size() == 2);
    }

    /** A recurring worker would find it too, but not for ten minutes. */
    @Test
    default void theLeaderFreesWhatWasLeftBehind() throws Exception {
        JobSettings patient = JobSettings.DEFAULT
                .withPollInterval(Duration.ofMinutes(10))
                .withLock(Duration.ofHours(1), Duration.ofMinutes(10), Duration.ofSeconds(5));
        cluster().start(cluster().builder().settings(patient).listener(heard()).handler("left", context -> {}));
        until(() -> cluster().number("SELECT count(*) FROM baton_job_workers") == 1);
        cluster()
                .update("INSERT INTO baton_jobs (id, job_name, status, locked_by, locked_at, claim_number, attempt)"
                        + " VALUES ('00000000-0000-7000-8000-000000000001', 'left', 'running', 'ghost',"
                        + " TIMESTAMP WITH TIME ZONE '2026-01-01 00:00:00Z', 7, 1)");
        until(() -> heard().count("reclaimed left from ghost") == 1 && heard().count("completed left") == 1);
    }

    @Test
    default void whatIsTooOldGoesAndWhatIsNotStays() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        for (String job : List.of("old-done", "old-cancelled", "old-dead", "new-done", "new-dead", "waiting")) {
            client.enqueue(JobRequest.of(job)
                    .queue(job.endsWith("dead") ? "night" : "day")
                    .runAt(Instant.now().plusSeconds(3600)));
        }
        end("old-done", "completed", "TIMESTAMP WITH TIME ZONE '2026-01-01 00:00:00Z'");
        end("old-cancelled", "cancelled", "TIMESTAMP WITH TIME ZONE '2026-01-01 00:00:00Z'");
        end("old-dead", "dead", "TIMESTAMP WITH TIME ZONE '2026-01-01 00:00:00Z'");
        end("new-done", "completed", "created_at");
        end("new-dead", "dead", "created_at");
        cluster()
                .update(
                        "INSERT INTO baton_job_workers (holder_id, node_id, threads, busy, completed, failed, refused,"
                                + " seen_at) VALUES ('ghost', 'ghost', 1, 0, 0, 0, 0, TIMESTAMP WITH TIME ZONE '2026-01-01 00:00:00Z')");
        cluster().start(cluster().builder());
        until(() -> cluster().number("SELECT count(*) FROM baton_jobs WHERE job_name LIKE 'old-%'") == 0
                && cluster().number("SELECT count(*) FROM baton_job_workers WHERE holder_id = 'ghost'") == 0);
        assertThat(cluster().number("SELECT count(*) FROM baton_jobs")).isEqualTo(3);
    }

    private void end(String job, String status, String finished) throws SQLException {
        cluster()
                .update("UPDATE baton_jobs SET status = '" + status + "', finished_at = " + finished
                        + " WHERE job_name = '" + job + "'");
    }

    @Test
    default void theAggregatorCountsEveryQueueOfTheCluster() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        for (String job : List.of("running", "dead", "due", "later")) {
            client.enqueue(
                    JobRequest.of(job).queue("counted").runAt(Instant.now().plusSeconds(3600)));
        }
        cluster()
                .update("UPDATE baton_jobs SET status = 'running', locked_by = 'ghost',"
                        + " locked_at = TIMESTAMP WITH TIME ZONE '2099-01-01 00:00:00Z' WHERE job_name = 'running'");
        end("dead", "dead", "created_at");
        cluster().update("UPDATE baton_jobs SET next_run_time = created_at WHERE job_name = 'due'");
        cluster()
                .update(
                        "INSERT INTO baton_job_workers (holder_id, node_id, threads, busy, completed, failed, refused,"
                                + " seen_at) VALUES ('ghost', 'ghost', 70, 30, 0, 0, 0, TIMESTAMP WITH TIME ZONE '2099-01-01 00:00:00Z')");
        cluster().start(cluster().builder());
        until(() -> !client.admin().figures().isEmpty());
        assertThat(client.admin().figures()).singleElement().satisfies(counted -> {
            assertThat(counted.queue()).isEqualTo("counted");
            assertThat(counted.waiting()).isEqualTo(2);
            assertThat(counted.due()).isEqualTo(1);
            assertThat(counted.running()).isEqualTo(1);
            assertThat(counted.dead()).isEqualTo(1);
            assertThat(counted.threads()).isGreaterThanOrEqualTo(70);
            assertThat(counted.busy()).isEqualTo(30);
        });
        assertThat(cluster().number("SELECT min(lease_epoch) FROM baton_job_figures"))
                .isPositive();
    }

    @Test
    default void oldRunsAreSummedUpByDayAndAddedTo() throws Exception {
        cluster().start(cluster().builder().clientOnly()); // makes the tables
        run(1, "2026-01-01 10:00:00", "2026-01-01 10:00:02", "completed");
        run(2, "2026-01-01 23:00:00", "2026-01-01 23:00:04", "completed");
        run(3, "2026-01-01 23:30:00", "2026-01-01 23:30:01", "failed");
        run(4, "2026-01-02 00:00:00", "2026-01-02 00:00:01", "completed");
        Jobs first = cluster()
                .start(cluster().builder().handler("fresh", context -> {}).listener(heard()));
        first.enqueue(JobRequest.of("fresh"));
        until(() -> cluster().number("SELECT count(*) FROM baton_job_history") == 3
                && heard().count("completed fresh") == 1);
        String day = " FROM baton_job_history WHERE run_day = DATE '2026-01-01' AND outcome = 'completed'";
        assertThat(cluster().value("SELECT runs" + day)).isEqualTo("2");
        assertThat(cluster().value("SELECT total_ms" + day)).isEqualTo("6000");
        assertThat(cluster().value("SELECT longest_ms" + day)).isEqualTo("4000");
        assertThat(cluster().number("SELECT lease_epoch" + day)).isPositive();
        assertThat(first.admin().compactedRuns(Optional.empty(), 10))
                .extracting(JobAdmin.RunsOfDay::day, JobAdmin.RunsOfDay::outcome, JobAdmin.RunsOfDay::runs)
                .containsExactly(
                        tuple(LocalDate.of(2026, 1, 2), JobRun.Outcome.COMPLETED, 1L),
                        tuple(LocalDate.of(2026, 1, 1), JobRun.Outcome.COMPLETED, 2L),
                        tuple(LocalDate.of(2026, 1, 1), JobRun.Outcome.FAILED, 1L));
        assertThat(first.admin().compactedRuns(Optional.of("another"), 10)).isEmpty();
        assertThat(cluster().number("SELECT count(*) FROM baton_job_runs"))
                .as("only what is not old is left singly")
                .isEqualTo(1);
        cluster().stop(first);
        run(5, "2026-01-01 12:00:00", "2026-01-01 12:00:09", "completed");
        cluster().start(cluster().builder());
        until(() -> cluster().number("SELECT runs" + day) == 3);
        assertThat(cluster().value("SELECT total_ms" + day)).isEqualTo("15000");
        assertThat(cluster().value("SELECT longest_ms" + day)).isEqualTo("9000");
    }

    private void run(int claim, String started, String finished, String outcome) throws SQLException {
        cluster()
                .update("INSERT INTO baton_job_runs (job_id, claim_number, started_at, finished_at, attempt, job_name,"
                        + " outcome) VALUES ('00000000-0000-7000-8000-000000000001', " + claim
                        + ", TIMESTAMP WITH TIME ZONE '" + started
                        + "Z', TIMESTAMP WITH TIME ZONE '" + finished + "Z', 1, 'old', '" + outcome + "')");
    }

    /** Little by little: no transaction is so large that it takes long or locks others out. */
    @Test
    default void retentionGoesOnUntilNothingIsTooOldHoweverMuchThereIs() throws Exception {
        int many = 2_100;
        LostAnswers pruning = new LostAnswers(cluster().sessions());
        LostAnswers compacting = new LostAnswers(pruning.source());
        List<Long> jobsLeft = new CopyOnWriteArrayList<>();
        List<Long> runsLeft = new CopyOnWriteArrayList<>();
        Jobs client = cluster().start(cluster().builder().clientOnly());
        client.enqueue(Collections.nCopies(many, JobRequest.of("old")));
        client.enqueue(Collections.nCopies(many, JobRequest.of("older")));
        end("old", "dead", "TIMESTAMP WITH TIME ZONE '2026-01-02 00:00:00Z'");
        end("older", "dead", "TIMESTAMP WITH TIME ZONE '2026-01-01 00:00:00Z'");
        cluster()
                .update("INSERT INTO baton_job_runs (job_id, claim_number, started_at, finished_at, attempt, job_name,"
                        + " outcome) SELECT id, 1, finished_at, finished_at, 1, job_name, 'failed' FROM baton_jobs");
        beforeEach(pruning, "'dead'", "baton_jobs", jobsLeft);
        beforeEach(compacting, "DELETE FROM baton_job_runs", "baton_job_runs", runsLeft);
        cluster().start(Jobs.on(cluster().baton(compacting.source())).settings(Cluster.QUICK));
        until(() -> cluster().number("SELECT count(*) FROM baton_jobs") == 0
                && cluster().number("SELECT count(*) FROM baton_job_runs") == 0);
        assertThat(cluster().number("SELECT SUM(runs) FROM baton_job_history")).isEqualTo(2 * many);
        assertThat(jobsLeft).as("not all at once").anyMatch(left -> left > 0 && left <= many + 100);
        assertThat(runsLeft).as("not all at once").anyMatch(left -> left > 0 && left <= many + 100);
    }

    /** How many rows there are whenever a statement with this in it comes. */
    private void beforeEach(LostAnswers connections, String part, String table, List<Long> rows) {
        connections.overtakeNext(part, () -> {
            try {
                rows.add(cluster().number("SELECT count(*) FROM " + table));
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            beforeEach(connections, part, table, rows);
        });
    }

    /** However many there are, for example after an hour without anybody who counts. */
    @Test
    default void runsAreCountedUpToALimit() throws Exception {
        cluster().start(cluster().builder().clientOnly()); // makes the tables
        for (int i = 1; i <= 3; i++) {
            run(i, "2026-01-01 10:00:00", "2026-01-01 10:00:0" + i, "completed");
        }
        JobDatabase database = new JobDatabase(cluster().baton());
        assertThat(countedRuns(database, 3)).isEqualTo(3);
        assertThat(countedRuns(database, 2)).isEqualTo(2);
    }

    private static long countedRuns(JobDatabase database, int atMost) throws SQLException {
        return database.runWork(c -> database.sql()
                .get("figures-runs")
                .set("since_us", 0L)
                .set("until_us", ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse("2026-01-02T00:00:00Z")))
                .set("at_most", atMost)
                .first(c, row -> row.getLong(1))
                .orElseThrow());
    }

    @Test
    default void aCronThatTheDatabaseWillNotHaveTickedCostsTheOthersNothing() throws Exception {
        cluster().start(cluster().builder().clientOnly());
        cluster()
                .update(
                        "ALTER TABLE baton_jobs ADD CONSTRAINT decency CHECK (parent_id IS NULL OR job_name <> 'cursed')");
        cluster()
                .start(cluster()
                        .builder()
                        .listener(heard())
                        .handler("cursed", context -> {})
                        .handler("fine", context -> {})
                        .define(JobDefinition.of("cursed", Schedule.cron("* * * * * *", "UTC")))
                        .define(JobDefinition.of("fine", Schedule.cron("* * * * * *", "UTC"))));
        String epoch = "SELECT MAX(lease_epoch) FROM baton_leases WHERE lease_name = 'scheduler'";
        until(() -> heard().count("completed fine") >= 1);
        long first = cluster().number(epoch);
        until(() -> heard().count("completed fine") >= 3);
        assertThat(cluster().number(epoch)).as("nobody was deposed").isEqualTo(first);
    }
}
