package dev.baton.failures.scenario;

import dev.baton.failures.stage.JobSide;
import dev.baton.failures.stage.Stage;
import dev.baton.jobs.JobsBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What clients and workers do with one-off jobs. */
final class JobScenarios {

    /** So many that a statement takes some of them at once, where there are such statements, and some are left. */
    private static final int LIST = 12;

    /** So many that PostgreSQL copies them, also when one of them has gone ahead. */
    private static final int HEAP = 60;

    private static final String UNIQUE = "ok:unique-list";

    private JobScenarios() {}

    static List<Scenario> all() {
        return List.of(
                jobs("enqueue and complete", stage -> enqueueAndAwait(stage, "ok:1")),
                jobs("enqueue many", stage -> enqueueAndAwait(stage, "ok:1", "ok:2", "ok:3")),
                jobs("enqueue in a caller's transaction", stage -> enqueueWithin(stage, List.of("ok:1", "ok:2"))),
                jobs("enqueue a heap in a caller's transaction", stage -> enqueueWithin(stage, list("ok", HEAP))),
                jobs("fail and retry", stage -> enqueueAndAwait(stage, "flaky:1")),
                jobs("fail for good", stage -> enqueueAndAwait(stage, "bad:1")),
                jobs("heartbeat", JobScenarios::beat),
                jobs("cancel a running job", JobScenarios::cancelRunning),
                jobs("cancel a run that fails", stage -> enqueueAndAwait(stage, "quits:1")),
                jobs("cancel a run whose worker is lost", JobScenarios::cancelLost),
                jobs("cancel a waiting job", JobScenarios::cancelWaiting),
                jobs("reclaim", JobScenarios::reclaim),
                jobs("enqueue a list", stage -> enqueueListAndAwait(stage, list("ok", LIST))),
                jobs("enqueue a heap", stage -> enqueueListAndAwait(stage, list("ok", HEAP))),
                jobs("enqueue a list with a key that is there", JobScenarios::enqueueListOnceMore),
                new Scenario(
                        "end many at once",
                        JobScenarios::startLargeWorker,
                        JobScenarios::endMany,
                        JobScenarios::finish,
                        Bounds.JOBS),
                new Scenario(
                        "drain",
                        JobScenarios::startWorker,
                        JobScenarios::drain,
                        JobScenarios::finishDrained,
                        Bounds.JOBS));
    }

    private static Scenario jobs(String name, Scenario.Step act) {
        return new Scenario(name, JobScenarios::startWorker, act, JobScenarios::finish, Bounds.JOBS);
    }

    private static void startWorker(Stage stage) throws Exception {
        stage.jobs().start(JobsBuilder::withoutDuties);
        requireWorker(stage);
    }

    private static void requireWorker(Stage stage) throws Exception {
        stage.require(() -> !stage.world()
                .texts("SELECT holder_id FROM baton_job_workers", 1)
                .isEmpty());
    }

    private static void finish(Stage stage) throws Exception {
        stage.jobs().release();
        stage.heal();
        stage.settle(stage.jobs()::left);
        stage.jobs().check();
    }

    private static void awaitEnd(Stage stage) throws Exception {
        stage.await(() -> stage.deaths() > 0 || stage.jobs().left().isEmpty());
    }

    private static void enqueueAndAwait(Stage stage, String... keys) throws Exception {
        stage.jobs().enqueue(keys);
        awaitEnd(stage);
    }

    private static List<String> list(String does, int size) {
        return IntStream.range(0, size).mapToObj(i -> does + ":" + i).toList();
    }

    private static void enqueueListAndAwait(Stage stage, List<String> keys) throws Exception {
        stage.jobs().enqueueList(keys);
        awaitEnd(stage);
    }

    /** A statement that takes many is refused for one of them. */
    private static void enqueueListOnceMore(Stage stage) throws Exception {
        stage.jobs().enqueueUnique(UNIQUE);
        List<String> keys = new ArrayList<>(list("ok", LIST));
        keys.set(1, UNIQUE);
        keys.set(LIST - 1, UNIQUE);
        enqueueListAndAwait(stage, keys);
    }

    private static void startLargeWorker(Stage stage) throws Exception {
        stage.jobs().start(builder -> builder.withoutDuties().settings(JobSide.SETTINGS.withThreads(2 * LIST)));
        requireWorker(stage);
    }

    /** What ends together is written together. */
    private static void endMany(Stage stage) throws Exception {
        List<String> keys = new ArrayList<>(list("long", LIST));
        keys.set(3, "flaky:3");
        keys.set(4, "bad:4");
        stage.jobs().enqueueList(keys);
        stage.await(() -> keys.stream().allMatch(key -> begunOrNever(stage, key)));
        stage.jobs().release();
        awaitEnd(stage);
    }

    private static void enqueueWithin(Stage stage, List<String> keys) throws Exception {
        stage.jobs().enqueueWithin(keys.toArray(String[]::new));
        awaitEnd(stage);
    }

    private static void beat(Stage stage) throws Exception {
        stage.jobs().enqueue("long:1");
        stage.await(() -> stage.deaths() > 0 || stage.plan().count("beat") >= 3);
        stage.jobs().release();
        awaitEnd(stage);
    }

    private static boolean begunOrNever(Stage stage, String key) {
        return stage.deaths() > 0
                || stage.jobs().ledger().id(key) == null
                || stage.jobs().ledger().hasBegun(key);
    }

    private static void cancelRunning(Stage stage) throws Exception {
        stage.jobs().enqueue("long:1");
        stage.await(() -> begunOrNever(stage, "long:1"));
        stage.jobs().cancel("long:1");
        awaitEnd(stage);
    }

    private static void cancelLost(Stage stage) throws Exception {
        stage.jobs().enqueue("long:1");
        stage.await(() -> begunOrNever(stage, "long:1"));
        stage.jobs().kill();
        stage.jobs().startAnother();
        stage.jobs().cancel("long:1");
    }

    private static void cancelWaiting(Stage stage) throws Exception {
        stage.jobs().enqueueLater("ok:1");
        stage.jobs().cancel("ok:1");
        makeDue(stage);
        stage.jobs().jobs().wake();
        awaitEnd(stage);
    }

    private static void makeDue(Stage stage) throws Exception {
        stage.world().update("UPDATE baton_jobs SET next_run_time = created_at WHERE status = 'scheduled'");
    }

    /** Somebody else's run, whose lock is old. */
    private static void reclaim(Stage stage) throws Exception {
        stage.jobs().enqueueLater("ok:1");
        stage.world()
                .update("UPDATE baton_jobs SET status = 'running', locked_by = 'ghost', claim_number = 1, attempt = 1,"
                        + " next_run_time = created_at, run_started_at = created_at,"
                        + " locked_at = TIMESTAMP '2020-01-01 00:00:00'");
        awaitEnd(stage);
    }

    private static void drain(Stage stage) throws Exception {
        stage.jobs().enqueue("long:1", "long:2", "ok:3", "ok:4");
        stage.await(() -> begunOrNever(stage, "long:1"));
        stage.jobs().release();
        stage.jobs().jobs().close();
    }

    private static void finishDrained(Stage stage) throws Exception {
        stage.heal();
        if (stage.deaths() == 0) {
            stage.jobs().startAnother();
        }
        stage.settle(stage.jobs()::left);
        stage.jobs().check();
    }
}
