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
                        OddJobScenarios::finish),
                new Scenario(
                        "define again what was deleted",
                        OddJobScenarios::runAndDelete,
                        OddJobScenarios::defineAgain,
                        OddJobScenarios::finishAgain),
                calm("no attempts allowed", UnaryOperator.identity(), OddJobScenarios::noAttempts),
                calm("retry on time", OddJobScenarios::untold, stage -> enqueue(stage, "flaky:1")),
                calm("listener that fails", builder -> builder.listener(new Rude()), stage -> enqueue(stage, "ok:1")));
    }

    private static Scenario calm(String name, UnaryOperator<JobsBuilder> how, Scenario.Step act) {
        Scenario.Step start = stage -> stage.jobs().start(builder -> how.apply(builder.withoutDuties()));
        return new Scenario(name, start, act, OddJobScenarios::finish, true);
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
        JobDefinition definition = JobDefinition.of(JobSide.JOB, Schedule.every(Duration.ofHours(1)))
                .like(JobSide.request(AGAIN));
        return builder -> builder.withoutDuties().define(definition);
    }

    private static void runAndDelete(Stage stage) throws Exception {
        stage.jobs().start(hourly());
        stage.await(() -> stage.world()
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
