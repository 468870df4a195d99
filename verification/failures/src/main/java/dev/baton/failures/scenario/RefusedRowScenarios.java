package dev.baton.failures.scenario;

import dev.baton.failures.stage.JobSide;
import dev.baton.failures.stage.Stage;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.JobsBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** A constraint of the application's refuses what is done to one row: it is done to all others. */
final class RefusedRowScenarios {

    /** A job of this name may not be claimed. */
    private static final String CURSED = "cursed";

    private static final String UNCLAIMED = "ok:cursed";

    /** The application refers to it: it may run, and not be removed. */
    private static final String KEPT = "ok:kept";

    private static final int OTHERS = 4;
    private static final String LONG_AGO = "TIMESTAMP '2020-01-01 00:00:00'";

    private RefusedRowScenarios() {}

    static List<Scenario> all() {
        return List.of(
                new Scenario(
                        "claim and end what is refused",
                        RefusedRowScenarios::prepareRefused,
                        RefusedRowScenarios::makeDue,
                        RefusedRowScenarios::finishRefused,
                        Bounds.JOBS),
                new Scenario(
                        "prune jobs that are referred to",
                        RefusedRowScenarios::endJobs,
                        RefusedRowScenarios::pruneJobs,
                        RefusedRowScenarios::finishJobs,
                        Bounds.PRUNED),
                new Scenario(
                        "prune intents that are referred to",
                        RefusedRowScenarios::endIntents,
                        RefusedRowScenarios::pruneIntents,
                        RefusedRowScenarios::finishIntents,
                        Bounds.PRUNED));
    }

    private static JobRequest later(JobRequest job) {
        return job.runAt(Instant.now().plusSeconds(3_600));
    }

    /** One claim takes all of them. */
    private static void prepareRefused(Stage stage) throws Exception {
        stage.application().refuse("baton_jobs", "job_name = '" + CURSED + "' AND status = 'running'");
        stage.jobs().start(builder -> builder.withoutDuties().settings(JobSide.SETTINGS.withThreads(2 * OTHERS)));
        for (int i = 0; i < OTHERS; i++) {
            stage.jobs().enqueueLater("ok:" + i);
        }
        stage.jobs().expect(UNCLAIMED);
        JobRequest cursed = JobRequest.of(CURSED).handledBy(JobSide.JOB).payload("\"" + UNCLAIMED + "\"");
        stage.jobs().jobs().enqueue(later(cursed.priority(1)));
        UUID kept = stage.jobs().jobs().enqueue(later(JobSide.request(KEPT))).id();
        stage.application().refer("baton_jobs", "id", "id = '" + kept + "'");
    }

    private static void makeDue(Stage stage) throws Exception {
        stage.world().update("UPDATE baton_jobs SET next_run_time = created_at WHERE status = 'scheduled'");
        stage.jobs().jobs().wake();
        stage.await(() -> stage.deaths() > 0 || stage.jobs().left().isEmpty());
    }

    /** What was passed over is claimed by the next worker, when the application has nothing against it any more. */
    private static void finishRefused(Stage stage) throws Exception {
        stage.heal();
        stage.settle(stage.jobs()::left);
        stage.findings().expect(!stage.jobs().ledger().hasBegun(UNCLAIMED), "a job ran that could not be claimed");
        stage.findings()
                .expect(
                        stage.world()
                                .texts("SELECT status FROM baton_jobs WHERE payload LIKE '%" + KEPT + "%'", 1)
                                .equals(List.of("dead")),
                        "a job that ran and could not be removed is no dead letter");
        stage.world()
                .update("UPDATE baton_jobs SET job_name = '" + JobSide.JOB + "' WHERE job_name = '" + CURSED + "'");
        stage.jobs().startAnother();
        stage.settle(stage.jobs()::left);
        stage.findings().expect(stage.jobs().ledger().hasBegun(UNCLAIMED), "what was passed over never ran");
        stage.jobs().check();
    }

    /** Of those that ended long ago a dead and a cancelled one are kept, and each has others beside it. */
    private static void endJobs(Stage stage) throws Exception {
        stage.jobs().start(JobsBuilder::withoutDuties);
        prepareOld(stage, "dead", "cancelled");
        stage.application().refer("baton_jobs", "id", "finished_at = " + LONG_AGO);
        prepareOld(stage, "dead", "cancelled", "completed");
        stage.jobs().prepareRow("completed", "created_at");
        stage.jobs().prepareRow("dead", "created_at");
        stage.jobs().jobs().close();
    }

    private static void prepareOld(Stage stage, String... statuses) throws Exception {
        for (String status : statuses) {
            stage.jobs().prepareRow(status, LONG_AGO);
        }
    }

    private static void pruneJobs(Stage stage) throws Exception {
        stage.jobs().start(UnaryOperator.identity());
        stage.await(() -> stage.deaths() > 0 || oldJobs(stage).isEmpty());
    }

    /** But for those that are kept. */
    private static List<String> oldJobs(Stage stage) throws Exception {
        return stage.world()
                .texts(
                        "SELECT status FROM baton_jobs WHERE finished_at = " + LONG_AGO
                                + " AND id NOT IN (SELECT id FROM invoices_1)",
                        1);
    }

    private static void finishJobs(Stage stage) throws Exception {
        stage.heal();
        stage.settle(() -> oldJobs(stage));
        List<String> left = stage.world().texts("SELECT status FROM baton_jobs ORDER BY status", 1);
        stage.findings()
                .expect(
                        left.equals(List.of("cancelled", "completed", "dead", "dead")),
                        "of the jobs are left: " + left);
    }

    /** Three that have ended, two of them long ago; one of these is kept. */
    private static void endIntents(Stage stage) throws Exception {
        stage.intents().start(UnaryOperator.identity());
        stage.intents().acceptBatch("ok:old@three", "ok:kept@three", "ok:new@three");
        stage.settle(stage.intents()::left);
        stage.intents().leave();
        stage.world()
                .update("UPDATE submission_intents SET created_at = " + LONG_AGO + ", completed_at = " + LONG_AGO
                        + " WHERE intent_id <> 'ok:new@three'");
        stage.application().refer("submission_intents", "intent_id", "intent_id = 'ok:kept@three'");
    }

    private static void pruneIntents(Stage stage) throws Exception {
        stage.intents().start(settings -> settings.retention(Duration.ofMinutes(1)));
        stage.await(() -> stage.deaths() > 0 || oldIntents(stage).isEmpty());
    }

    private static List<String> oldIntents(Stage stage) throws Exception {
        return stage.world()
                .texts(
                        "SELECT intent_id FROM submission_intents WHERE intent_id LIKE 'ok:old%' UNION ALL"
                                + " SELECT intent_id FROM submission_attempts WHERE intent_id LIKE 'ok:old%'",
                        1);
    }

    private static void finishIntents(Stage stage) throws Exception {
        stage.heal();
        stage.settle(() -> oldIntents(stage));
        List<String> left = stage.world()
                .texts(
                        "SELECT i.intent_id, a.attempt_number FROM submission_intents i"
                                + " JOIN submission_attempts a ON a.intent_id = i.intent_id ORDER BY i.intent_id",
                        2);
        stage.findings()
                .expect(left.equals(List.of("ok:kept@three 1", "ok:new@three 1")), "of the intents are left: " + left);
        List<String> sums = stage.world().texts("SELECT attempts FROM submission_history", 1);
        stage.findings().expect(sums.equals(List.of("1")), "one attempt was pruned, and summed up are " + sums);
    }
}
