package dev.baton.failures.scenario;

import dev.baton.failures.stage.JobSide;
import dev.baton.failures.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** The application holds a row: all others are done meanwhile, and that one when it lets go. */
final class HeldRowScenarios {

    private static final String HELD = "long:held";
    private static final int JOBS = 6;
    private static final List<String> MEANWHILE = List.of("ok:7", "ok:8", "ok:9");

    /** Held while its gateway is called. */
    private static final String CALLED = "long:1@three";

    /** Held while its end is told. */
    private static final String TOLD = "ok:slow@told";

    /** Held when it is time for its next attempt, and then for its end: its deadline passes soon. */
    private static final String DUE = "bad:1@short";

    private static final List<String> HELD_INTENTS = List.of(DUE, CALLED, TOLD);

    private static final String FREE = "long:2@three";
    private static final String LATER = "ok:2@three";

    private HeldRowScenarios() {}

    static List<Scenario> all() {
        return List.of(
                new Scenario(
                        "end many while one is held",
                        HeldRowScenarios::begin,
                        HeldRowScenarios::end,
                        HeldRowScenarios::finish,
                        Bounds.JOBS),
                new Scenario(
                        "attempts while intents are held",
                        HeldRowScenarios::accept,
                        HeldRowScenarios::attempt,
                        HeldRowScenarios::finishAttempts,
                        Bounds.INTENTS));
    }

    /** Each has a thread, so that all of them end together. */
    private static void begin(Stage stage) throws Exception {
        stage.hurry();
        stage.jobs().start(builder -> builder.withoutDuties().settings(JobSide.SETTINGS.withThreads(2 * JOBS)));
        List<String> keys = new ArrayList<>(List.of(HELD, "flaky:1"));
        for (int i = keys.size(); i < JOBS; i++) {
            keys.add("long:" + i);
        }
        stage.jobs().enqueueList(keys);
        stage.require(() -> keys.stream().allMatch(key -> stage.jobs().ledger().hasBegun(key)));
    }

    private static void end(Stage stage) throws Exception {
        UUID held = stage.jobs().ledger().id(HELD);
        stage.application().hold("baton_jobs", "id = '" + held + "'");
        stage.jobs().release();
        stage.jobs().enqueueList(MEANWHILE);
        stage.await(() -> stage.deaths() > 0 || othersLeft(stage).isEmpty());
    }

    private static List<String> othersLeft(Stage stage) throws Exception {
        return stage.jobs().left().stream().filter(row -> !row.contains(HELD)).toList();
    }

    /** What a dead worker left behind is made old by an UPDATE, which would wait for the row as well. */
    private static void finish(Stage stage) throws Exception {
        stage.plan().heal();
        if (stage.deaths() == 0) {
            stage.settleWithoutAging(() -> othersLeft(stage));
        }
        stage.application().letGo();
        stage.heal();
        stage.settle(stage.jobs()::left);
        stage.jobs().check();
    }

    private static void accept(Stage stage) throws Exception {
        stage.intents().start(UnaryOperator.identity());
        stage.intents().acceptBatch(FREE, CALLED, TOLD);
        stage.require(() ->
                stage.intents().ledger().wasCalled(CALLED) && stage.intents().timesTold(TOLD) > 0);
        stage.intents().accept(DUE);
    }

    private static void attempt(Stage stage) throws Exception {
        for (String key : HELD_INTENTS) {
            stage.application().hold("submission_intents", "intent_id = '" + key + "'");
        }
        stage.intents().release();
        stage.intents().accept(LATER);
        stage.await(() -> stage.deaths() > 0
                || (otherIntentsLeft(stage).isEmpty()
                        && waitingForDeadline(stage).isEmpty()));
    }

    private static List<String> otherIntentsLeft(Stage stage) throws Exception {
        return stage.intents().left().stream()
                .filter(row -> HELD_INTENTS.stream().noneMatch(row::startsWith))
                .toList();
    }

    private static List<String> waitingForDeadline(Stage stage) throws Exception {
        return stage.world().texts("SELECT intent_id FROM submission_intents WHERE deadline_at > CURRENT_TIMESTAMP", 1);
    }

    /** A leader that leaves waits for what it could not write; whoever comes after it finds nothing unfinished. */
    private static void finishAttempts(Stage stage) throws Exception {
        stage.heal();
        stage.intents().askAgain();
        stage.settle(() -> otherIntentsLeft(stage));
        stage.application().letGo();
        if (stage.deaths() == 0) {
            stage.intents().leave();
            stage.intents().startAnother();
        }
        stage.settle(stage.intents()::left);
        stage.intents().check();
    }
}
