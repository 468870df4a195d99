package dev.baton.failures.scenario;

import dev.baton.failures.stage.Stage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;

/** What clients and the executor do with intents. */
final class IntentScenarios {

    private static final String HELD = "long:1@three";
    private static final String WAITING = "bad:1@slow";

    private IntentScenarios() {}

    static List<Scenario> all() {
        return List.of(
                intents("accept", stage -> acceptAndAwait(stage, "ok:1@three")),
                intents("accept many", IntentScenarios::acceptBatch),
                intents("accept ids in other scripts", IntentScenarios::acceptScripts),
                intents("accept in a caller's transaction", IntentScenarios::acceptWithin),
                intents("attempt that is rejected", stage -> acceptAndAwait(stage, "no:1@three")),
                intents("attempt that is tried again", stage -> acceptAndAwait(stage, "flaky:1@three")),
                intents("attempts until the bound", stage -> acceptAndAwait(stage, "bad:1@three")),
                intents("one shot", stage -> acceptAndAwait(stage, "ok:1@once")),
                intents("webhook", stage -> acceptAndAwait(stage, "ok:1@told")),
                intents("webhook that is told again", stage -> acceptAndAwait(stage, "ok:deaf@told")),
                intents("attempt that times out", stage -> acceptAndAwait(stage, "mute:1@quick")),
                intents("deadline that passes", stage -> acceptAndAwait(stage, "bad:1@short")),
                intents("deadline that passes in a call", IntentScenarios::answerLate),
                intents("cancel under way", IntentScenarios::cancel),
                new Scenario(
                        "cancel a waiting intent",
                        IntentScenarios::startNode,
                        IntentScenarios::cancelWaiting,
                        IntentScenarios::finishCancelled,
                        Bounds.INTENTS),
                new Scenario(
                        "prune intents",
                        IntentScenarios::prepareOld,
                        IntentScenarios::prune,
                        IntentScenarios::finishPruned,
                        Bounds.INTENTS),
                new Scenario(
                        "drain the executor",
                        IntentScenarios::startNode,
                        IntentScenarios::drain,
                        IntentScenarios::finishDrained,
                        Bounds.INTENTS));
    }

    private static Scenario intents(String name, Scenario.Step act) {
        return new Scenario(name, IntentScenarios::startNode, act, IntentScenarios::finish, Bounds.INTENTS);
    }

    private static void startNode(Stage stage) throws InterruptedException {
        stage.intents().start(UnaryOperator.identity());
    }

    private static void finish(Stage stage) throws Exception {
        stage.intents().release();
        stage.heal();
        stage.intents().askAgain();
        stage.settle(stage.intents()::left);
        stage.intents().check();
    }

    private static void awaitEnd(Stage stage) throws Exception {
        stage.await(() -> stage.deaths() > 0 || stage.intents().left().isEmpty());
    }

    private static void acceptAndAwait(Stage stage, String key) throws Exception {
        stage.intents().accept(key);
        awaitEnd(stage);
    }

    private static void acceptBatch(Stage stage) throws Exception {
        stage.intents().acceptBatch("ok:1@three", "no:2@three", "ok:3@once");
        awaitEnd(stage);
    }

    private static void acceptScripts(Stage stage) throws Exception {
        stage.intents().accept("ok:\u0437\u0430\u043a\u0430\u0437@three");
        stage.intents().accept("ok:\u0442\u043e\u0432\u0430\u0440@three");
        awaitEnd(stage);
    }

    private static void acceptWithin(Stage stage) throws Exception {
        stage.intents().acceptWithin("ok:1@three", "ok:2@three");
        awaitEnd(stage);
    }

    private static void holdCall(Stage stage, String key) throws Exception {
        stage.intents().accept(key);
        awaitOrNever(stage, () -> stage.intents().ledger().wasCalled(key));
    }

    /** What does not come if a process died, or if nobody knows whether the intent is there. */
    private static void awaitOrNever(Stage stage, Callable<Boolean> condition) throws Exception {
        stage.await(() ->
                stage.deaths() > 0 || !stage.intents().ledger().unanswered().isEmpty() || condition.call());
    }

    private static void answerLate(Stage stage) throws Exception {
        holdCall(stage, "long:1@short");
        awaitOrNever(
                stage, () -> intents(stage, "deadline_at > CURRENT_TIMESTAMP").isEmpty());
        stage.intents().release();
        awaitEnd(stage);
    }

    private static List<String> intents(Stage stage, String condition) throws Exception {
        return stage.world().texts("SELECT intent_id FROM submission_intents WHERE " + condition, 1);
    }

    /** It has been refused once, and would be tried again in an hour. */
    private static void cancelWaiting(Stage stage) throws Exception {
        stage.intents().accept(WAITING);
        awaitOrNever(
                stage,
                () -> !intents(stage, "attempt_count > 0 AND NOT in_flight").isEmpty());
        stage.intents().cancel(WAITING);
    }

    private static void finishCancelled(Stage stage) throws Exception {
        stage.heal();
        stage.intents().askAgain();
        stage.intents().cancel(WAITING);
        stage.settle(stage.intents()::left);
        stage.intents().check();
    }

    private static void cancel(Stage stage) throws Exception {
        holdCall(stage, HELD);
        stage.intents().cancel(HELD);
        stage.intents().release();
        awaitEnd(stage);
    }

    private static void drain(Stage stage) throws Exception {
        stage.intents().accept("ok:2@three");
        holdCall(stage, HELD);
        stage.intents().release();
        stage.intents().leave();
    }

    private static void finishDrained(Stage stage) throws Exception {
        if (stage.deaths() == 0) {
            stage.intents().startAnother();
        }
        finish(stage);
    }

    /** Two that have ended, one of them long ago. */
    private static void prepareOld(Stage stage) throws Exception {
        stage.intents().start(UnaryOperator.identity());
        stage.intents().acceptBatch("ok:old@three", "ok:new@three");
        stage.settle(stage.intents()::left);
        stage.intents().leave();
        stage.world()
                .update("UPDATE submission_intents SET created_at = TIMESTAMP '2020-01-01 00:00:00',"
                        + " completed_at = TIMESTAMP '2020-01-01 00:00:01'"
                        + " WHERE intent_id = 'ok:old@three'");
    }

    private static void prune(Stage stage) throws Exception {
        stage.intents().start(settings -> settings.retention(Duration.ofMinutes(1)));
        stage.await(() -> stage.deaths() > 0 || oldOnes(stage).isEmpty());
    }

    private static List<String> oldOnes(Stage stage) throws Exception {
        return stage.world()
                .texts(
                        "SELECT intent_id FROM submission_intents WHERE intent_id LIKE 'ok:old%' UNION ALL"
                                + " SELECT intent_id FROM submission_attempts WHERE intent_id LIKE 'ok:old%'",
                        1);
    }

    private static void finishPruned(Stage stage) throws Exception {
        stage.heal();
        stage.settle(() -> oldOnes(stage));
        stage.findings()
                .expect(
                        stage.world()
                                .texts("SELECT status FROM submission_intents", 1)
                                .equals(List.of("accepted")),
                        "what is not old was pruned");
    }
}
