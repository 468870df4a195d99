package dev.baton.failures.scenario;

import dev.baton.failures.stage.JobSide;
import dev.baton.failures.stage.Stage;
import dev.baton.jobs.JobDefinition;
import dev.baton.jobs.JobsBuilder;
import dev.baton.jobs.Schedule;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/** Recurring jobs, and what one instance does for all. */
final class DutyScenarios {

    private static final String TICK = "ok:tick";
    private static final String RUN = "long:recurring";
    private static final long LOCK = 60_000;

    private DutyScenarios() {}

    static List<Scenario> all() {
        return List.of(
                new Scenario(
                        "cron tick",
                        DutyScenarios::defineCron,
                        DutyScenarios::tick,
                        DutyScenarios::finishTick,
                        Bounds.TICKS),
                new Scenario(
                        "redefine",
                        DutyScenarios::startLong,
                        DutyScenarios::redefine,
                        DutyScenarios::finishLong,
                        Bounds.JOBS),
                new Scenario(
                        "prune jobs",
                        DutyScenarios::endJobs,
                        DutyScenarios::prune,
                        DutyScenarios::finishPruned,
                        Bounds.PRUNED),
                new Scenario(
                        "compact old runs",
                        DutyScenarios::runOnce,
                        DutyScenarios::compact,
                        DutyScenarios::finishCompacted,
                        Bounds.COMPACTED));
    }

    private static void defineCron(Stage stage) throws Exception {
        JobDefinition yearly = JobDefinition.of(
                        JobSide.JOB, Schedule.cron("0 0 1 1 *", "UTC").catchingUp(1))
                .like(JobSide.request(TICK));
        stage.jobs().start(builder -> builder.define(yearly));
        stage.require(() -> !crons(stage, "next_run_time > CURRENT_TIMESTAMP").isEmpty());
    }

    private static List<String> crons(Stage stage, String condition) throws Exception {
        return stage.world().texts("SELECT id FROM baton_jobs WHERE cron IS NOT NULL AND " + condition, 1);
    }

    private static void tick(Stage stage) throws Exception {
        stage.jobs().expect(TICK);
        stage.world()
                .update("UPDATE baton_jobs SET last_tick = TIMESTAMP '2020-06-01 00:00:00',"
                        + " next_run_time = TIMESTAMP '2021-01-01 00:00:00' WHERE cron IS NOT NULL");
        stage.await(() -> stage.deaths() > 0 || ticksLeft(stage).isEmpty());
    }

    private static List<String> ticksLeft(Stage stage) throws Exception {
        return stage.jobs().ledger().hasBegun(TICK) ? stage.jobs().left() : List.of("the tick has not run");
    }

    private static void finishTick(Stage stage) throws Exception {
        stage.heal();
        stage.settle(() -> ticksLeft(stage));
        stage.jobs().check();
        stage.findings()
                .expect(crons(stage, "next_run_time > CURRENT_TIMESTAMP").size() == 1, "the cron has not moved on");
    }

    private static UnaryOperator<JobsBuilder> every(Duration interval, Duration lock) {
        JobDefinition definition = JobDefinition.of(JobSide.JOB, Schedule.every(interval))
                .like(JobSide.request(RUN).lockTimeout(lock));
        return builder -> builder.withoutDuties().define(definition);
    }

    private static void startLong(Stage stage) throws Exception {
        stage.jobs().expect(RUN);
        stage.jobs().start(every(Duration.ofHours(1), Duration.ofMillis(LOCK)));
        stage.require(() -> stage.jobs().ledger().hasBegun(RUN));
    }

    /** As in a rolling deploy: the next version of the program starts while the one before runs the job. */
    private static void redefine(Stage stage) throws Exception {
        stage.jobs().start(every(Duration.ofHours(2), Duration.ofSeconds(20)));
        stage.await(() -> stage.deaths() > 0 || undefined(stage).isEmpty());
    }

    private static List<String> undefined(Stage stage) throws Exception {
        return stage.world().texts("SELECT interval_ms FROM baton_jobs WHERE interval_ms <> 7200000", 1);
    }

    private static void finishLong(Stage stage) throws Exception {
        stage.plan().heal();
        if (stage.deaths() > 0) {
            stage.jobs().startAnother();
        }
        stage.settleWithoutAging(() -> undefined(stage));
        stage.findings()
                .expect(
                        stage.world()
                                .texts(
                                        "SELECT lock_timeout_ms FROM baton_jobs WHERE status = 'running'"
                                                + " AND lock_timeout_ms < " + LOCK,
                                        1)
                                .isEmpty(),
                        "the lock of a run under way was shortened");
        stage.jobs().release();
        stage.settle(() -> stage.world()
                .texts("SELECT status FROM baton_jobs WHERE status = 'running' OR last_run_time IS NULL", 1));
        stage.jobs().check();
    }

    private static void endJobs(Stage stage) throws Exception {
        stage.jobs().start(JobsBuilder::withoutDuties);
        for (String status : List.of("completed", "cancelled", "dead", "scheduled")) {
            stage.jobs().prepareRow(status, "TIMESTAMP '2020-01-01 00:00:00'");
            stage.jobs().prepareRow(status, "created_at");
        }
        stage.jobs().jobs().close();
    }

    private static void prune(Stage stage) throws Exception {
        stage.jobs().start(UnaryOperator.identity());
        stage.await(() -> stage.deaths() > 0 || oldOnes(stage).isEmpty());
    }

    private static List<String> oldOnes(Stage stage) throws Exception {
        return stage.world()
                .texts(
                        "SELECT status FROM baton_jobs WHERE status <> 'scheduled'"
                                + " AND finished_at < TIMESTAMP '2021-01-01 00:00:00'",
                        1);
    }

    private static void finishPruned(Stage stage) throws Exception {
        stage.heal();
        stage.settle(() -> oldOnes(stage));
        stage.findings()
                .expect(
                        stage.world().texts("SELECT status FROM baton_jobs", 1).size() == 5,
                        "what is not old was pruned");
    }

    /** Three runs, two of them long ago. */
    private static void runOnce(Stage stage) throws Exception {
        stage.jobs().start(JobsBuilder::withoutDuties);
        stage.jobs().enqueue("ok:1", "ok:2");
        stage.require(() -> runs(stage, "outcome = 'completed'") == 2);
        stage.world()
                .update("UPDATE baton_job_runs SET started_at = TIMESTAMP '2020-01-01 12:00:00',"
                        + " finished_at = TIMESTAMP '2020-01-01 12:00:01'");
        stage.jobs().enqueue("ok:3");
        stage.require(() -> runs(stage, "outcome = 'completed'") == 3);
        stage.jobs().jobs().close();
    }

    private static int runs(Stage stage, String condition) throws Exception {
        return stage.world()
                .texts("SELECT outcome FROM baton_job_runs WHERE " + condition, 1)
                .size();
    }

    private static void compact(Stage stage) throws Exception {
        stage.jobs().start(UnaryOperator.identity());
        stage.await(() -> stage.deaths() > 0 || oldRuns(stage).isEmpty());
    }

    private static List<String> oldRuns(Stage stage) throws Exception {
        return stage.world()
                .texts("SELECT outcome FROM baton_job_runs WHERE finished_at < TIMESTAMP '2021-01-01 00:00:00'", 1);
    }

    private static void finishCompacted(Stage stage) throws Exception {
        stage.heal();
        stage.settle(() -> oldRuns(stage));
        List<String> sums = stage.world().texts("SELECT runs, total_ms, longest_ms, outcome FROM baton_job_history", 4);
        stage.findings()
                .expect(
                        sums.equals(List.of("2 2000 1000 completed")),
                        "two runs of a second each were summed up as " + sums);
        stage.findings().expect(runs(stage, "outcome = 'completed'") == 1, "a run that is not old was summed up");
    }
}
