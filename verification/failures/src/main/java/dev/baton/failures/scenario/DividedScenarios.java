package dev.baton.failures.scenario;

import dev.baton.failures.stage.IntentSide;
import dev.baton.failures.stage.Stage;
import java.util.List;
import java.util.function.UnaryOperator;

/** What shards of a divided executor do with intents, and how an executor is divided and made whole again. */
final class DividedScenarios {

    private DividedScenarios() {}

    static List<Scenario> all() {
        return List.of(
                divided("attempts in shards", IntentSide::divide, DividedScenarios::attempts),
                divided("divide into shards", IntentSide::undivide, stage -> change(stage, IntentSide::divide)),
                divided("back from shards", IntentSide::divide, stage -> change(stage, IntentSide::undivide)));
    }

    /** How instances that start from now on are set up. */
    @FunctionalInterface
    private interface Setup {
        void of(IntentSide intents);
    }

    private static Scenario divided(String name, Setup first, Scenario.Step act) {
        Scenario.Step start = stage -> {
            first.of(stage.intents());
            stage.intents().start(UnaryOperator.identity());
        };
        return new Scenario(name, start, act, DividedScenarios::finish, Bounds.SHARDS);
    }

    /** Of targets in more than one shard. */
    private static void attempts(Stage stage) throws Exception {
        stage.intents().acceptBatch("ok:1@three", "flaky:1@told", "ok:1@once", "bad:1@three");
        awaitEnd(stage);
    }

    /** Node by node, while clients ask on: the one that joins is of the other kind, and the first one leaves. */
    private static void change(Stage stage, Setup other) throws Exception {
        stage.intents().accept("ok:1@three");
        other.of(stage.intents());
        stage.intents().join(UnaryOperator.identity());
        stage.intents().acceptBatch("ok:2@three", "flaky:2@told");
        stage.intents().turnTo(0);
        if (stage.intents().size() > 1) {
            stage.intents().leave();
            stage.intents().turnTo(0);
        }
        stage.intents().accept("ok:3@once");
        awaitEnd(stage);
    }

    private static void awaitEnd(Stage stage) throws Exception {
        stage.await(() -> stage.deaths() > 0 || stage.intents().left().isEmpty());
    }

    private static void finish(Stage stage) throws Exception {
        stage.heal();
        stage.intents().askAgain();
        stage.settle(stage.intents()::left);
        stage.intents().check();
    }
}
