package dev.baton.failures.scenario;

import dev.baton.failures.stage.JobSide;
import dev.baton.failures.stage.Stage;
import dev.baton.jobs.ClaimToken;
import dev.baton.jobs.JobDefinition;
import dev.baton.jobs.JobListener;
import dev.baton.jobs.JobsBuilder;
import dev.baton.jobs.Schedule;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/** Rows and words that nobody expects, and workers that are told nothing. */
final class OddJobScenarios {

    private static final String AGAIN = "ok:again";

    private OddJobScenarios() {}

    static List<Scenario> all() {
        return List.of(
                new Scenario(
                        "progress that cannot be stored",
                        stage -> stage.jobs().start(JobsBuilder::withoutDuties),
                        OddJobScenarios::rude,
                        OddJobScenarios::finish,
                        Bounds.JOBS),
                new Scenario(
                        "define again what was deleted",
                        OddJobScenarios::runAndDelete,
                        OddJobScenarios::defineAgain,
                        OddJobScenarios::finishAgain,
                        Bounds.JOBS),
                new Scenario(
                        "shorten an interval",
                        OddJobScenarios::runHourly,
                        OddJobScenarios::shorten,
                        OddJobScenarios::finishShortened,
                        Bounds.JOBS),
                new Scenario(
                        "attempts that lost workers used up",
                        stage -> stage.jobs().start(JobsBuilder::withoutDuties),
                        OddJobScenarios::useUp,
                        OddJobScenarios::finishUsedUp,
                        Bounds.JOBS),
                calm("no attempts allowed", UnaryOperator.identity(), OddJobScenarios::noAttempts),
                calm("retry on time", OddJobScenarios::untold, stage -> enqueue(stage, "flaky:1")),
                calm("listener that fails", builder -> builder.listener(new Rude()), stage -> enqueue(stage, "ok:1")));
    }

    private static Scenario calm(String name, UnaryOperator<JobsBuilder> how, Scenario.Step act) {
        Scenario.Step start = stage -> stage.jobs().start(builder -> how.apply(builder.withoutDuties()));
        return new Scenario(name, start, act, OddJobScenarios::finish, Bounds.JOBS, true);
    }

    /** A listener of the worst kind. */
    private static final class Rude implements JobListener {
        @Override
        public void started(String job, ClaimToken token, Duration lag) {
            throw new AssertionError("a listener fails, says the test");
        }
    }

    /** Nobody looks without being told, so whoever is late was not told in time. */
    private static JobsBuilder untold(JobsBuilder builder) {
        return builder.settings(JobSide.SETTINGS.withPollInterval(Duration.ofHours(1)));
    }

    private static void enqueue(Stage stage, String key) throws Exception {
        stage.jobs().enqueue(key);
        stage.await(() -> stage.jobs().left().isEmpty());
    }

    private static void finish(Stage stage) throws Exception {
        stage.jobs().release();
        stage.heal();
        stage.settle(stage.jobs()::left);
        stage.jobs().check();
    }

    /** One says something that no database takes; the other shares its heartbeats. */
    private static void rude(Stage stage) throws Exception {
        stage.jobs().enqueue("long:rude", "long:2");
        stage.await(() -> stage.deaths() > 0 || stage.plan().count("beat") >= 5);
        stage.jobs().release();
        stage.await(() -> stage.deaths() > 0 || stage.jobs().left().isEmpty());
        stage.findings()
                .expect(stage.plan().hasStruck() || stage.jobs().isCalm(), "a run was given up though nothing failed");
    }

    private static void noAttempts(Stage stage) throws Exception {
        stage.jobs().enqueueLater("bad:1");
        stage.jobs().enqueueLater("bad:2");
        stage.world().update("UPDATE baton_jobs SET max_attempts = 0, retry = '', next_run_time = created_at");
        stage.jobs().jobs().wake();
        stage.jobs().enqueue("ok:3", "ok:4", "ok:5");
        stage.await(() -> stage.jobs().left().isEmpty());
    }

    private static UnaryOperator<JobsBuilder> hourly() {
        return every(Duration.ofHours(1));
    }

    private static UnaryOperator<JobsBuilder> every(Duration interval) {
        JobDefinition definition =
                JobDefinition.of(JobSide.JOB, Schedule.every(interval)).like(JobSide.request(AGAIN));
        return builder -> builder.withoutDuties().define(definition);
    }

    private static void runHourly(Stage stage) throws Exception {
        stage.jobs().start(hourly());
        stage.require(() ->
                stage.jobs().ledger().runs(AGAIN).size() == 1 && notAgain(stage).isEmpty());
    }

    /** What was not due for an hour is due at once. */
    private static void shorten(Stage stage) throws Exception {
        stage.jobs().start(every(Duration.ofMinutes(30)));
        stage.await(() -> stage.deaths() > 0 || notTwice(stage).isEmpty());
    }

    private static List<String> notTwice(Stage stage) {
        return stage.jobs().ledger().runs(AGAIN).size() < 2
                ? List.of("the shorter interval has no effect yet")
                : List.of();
    }

    private static void finishShortened(Stage stage) throws Exception {
        stage.heal();
        stage.settleWithoutAging(() -> notTwice(stage));
    }

    /** Somebody else's second run of two, whose lock is old. */
    private static void useUp(Stage stage) throws Exception {
        stage.jobs().enqueueLater("ok:1");
        stage.world()
                .update("UPDATE baton_jobs SET status = 'running', locked_by = 'ghost', claim_number = 2, attempt = 2,"
                        + " next_run_time = created_at, run_started_at = created_at,"
                        + " locked_at = TIMESTAMP '2020-01-01 00:00:00'");
        stage.await(() -> stage.deaths() > 0 || notDead(stage).isEmpty());
    }

    private static List<String> notDead(Stage stage) throws Exception {
        return stage.world().texts("SELECT status FROM baton_jobs WHERE status <> 'dead'", 1);
    }

    private static void finishUsedUp(Stage stage) throws Exception {
        stage.heal();
        stage.settle(() -> notDead(stage));
        stage.findings()
                .expect(
                        stage.jobs().ledger().runs("ok:1").isEmpty(),
                        "a job ran again whose attempts had been used up by workers that were lost");
    }

    private static void runAndDelete(Stage stage) throws Exception {
        stage.jobs().start(hourly());
        stage.require(() -> stage.world()
                        .texts("SELECT id FROM baton_jobs WHERE last_run_time IS NOT NULL", 1)
                        .size()
                == 1);
        stage.jobs().jobs().close();
        stage.world().update("DELETE FROM baton_jobs");
    }

    private static void defineAgain(Stage stage) throws Exception {
        stage.jobs().start(hourly());
        stage.await(() -> stage.deaths() > 0 || notAgain(stage).isEmpty());
    }

    private static List<String> notAgain(Stage stage) throws Exception {
        return stage.world()
                        .texts("SELECT id FROM baton_jobs WHERE last_run_time IS NOT NULL AND status = 'scheduled'", 1)
                        .isEmpty()
                ? List.of("the job that was defined again has not run")
                : List.of();
    }

    private static void finishAgain(Stage stage) throws Exception {
        stage.heal();
        stage.settle(() -> notAgain(stage));
        stage.findings().expect(!stage.jobs().ledger().repeatsClaims(AGAIN), "a claim number came twice for one job");
        int runs = stage.jobs().ledger().runs(AGAIN).size();
        int records =
                stage.world().texts("SELECT outcome FROM baton_job_runs", 1).size();
        stage.findings().expect(records >= Math.min(2, runs), runs + " runs, and " + records + " of them on record");
    }
}
