package dev.baton.failures;

import dev.baton.failures.driver.Call;
import dev.baton.failures.driver.Engine;
import dev.baton.failures.driver.Failure;
import dev.baton.failures.driver.LentState;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.scenario.Scenario;
import dev.baton.failures.stage.Stage;
import dev.baton.failures.stage.Story;
import dev.baton.failures.stage.World;
import java.util.concurrent.CountDownLatch;

/**
 * A process that plays a scenario as far as one call, and says so and waits there: to be killed. Arguments: engine, JDBC
 * URL, scenario, kind, name and occurrence of the call, failure.
 */
final class Victim implements Story {

    /** Before each line, so that nobody takes a line of somebody's log for one. */
    static final String MARK = "| ";

    /** It has come to the call, and goes no further. */
    static final String HERE = "here";

    /** It has come to the end without making that call. */
    static final String END = "end";

    public static void main(String... arguments) throws Exception {
        Scenario scenario = Scenario.named(arguments[2]);
        Call call = new Call(Call.Kind.valueOf(arguments[3]), arguments[4], Integer.parseInt(arguments[5]));
        World world = World.at(Engine.valueOf(arguments[0]), arguments[1]);
        Victim story = new Victim();
        Stage stage = new Stage(world, LentState.AUTO_COMMIT, PlantedBug.NONE, story);
        scenario.prepare().on(stage);
        stage.plan().begin(call, Failure.valueOf(arguments[6]));
        scenario.act().on(stage);
        story.tell(END);
        story.waitForTheKill();
    }

    @Override
    public synchronized void tell(String line) {
        System.out.println(MARK + line);
        System.out.flush();
    }

    @Override
    public void death() {
        tell(HERE);
        waitForTheKill();
    }

    private void waitForTheKill() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
