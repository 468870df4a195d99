package dev.baton.failures.stage;

import dev.baton.failures.driver.FailurePlan;
import dev.baton.failures.driver.LentState;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.support.Signal;
import dev.baton.support.Stopwatch;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;

/** Where one trial takes place: its instances on the one database, what was promised to clients, what was found. */
public final class Stage implements AutoCloseable {

    private static final Duration SOON = Duration.ofSeconds(5);
    private static final Duration MEANWHILE = Duration.ofMillis(500);
    private static final Duration UNTOUCHED = Duration.ofMillis(1500);
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final Duration LOOK = Duration.ofMillis(3);

    private final World world;
    private final LentState state;
    private final PlantedBug bug;
    private final FailurePlan plan = new FailurePlan();
    private final Findings findings = new Findings();
    private final List<Instance> instances = new CopyOnWriteArrayList<>();
    private final Stopwatch time = Stopwatch.system();
    private final JobSide jobs = new JobSide(this);
    private final IntentSide intents = new IntentSide(this);

    public Stage(World world, LentState state, PlantedBug bug) {
        this.world = world;
        this.state = state;
        this.bug = bug;
        plan.meanwhile(this::meanwhile);
    }

    /** Whoever has something to do does it. */
    private void meanwhile() {
        try {
            jobs.wake();
            await(() -> jobs.left().isEmpty() && intents.left().isEmpty(), MEANWHILE);
        } catch (Exception e) {
            findings.add("it broke off while others worked: " + e);
        }
    }

    public World world() {
        return world;
    }

    public FailurePlan plan() {
        return plan;
    }

    public Findings findings() {
        return findings;
    }

    public JobSide jobs() {
        return jobs;
    }

    public IntentSide intents() {
        return intents;
    }

    /** One more process. */
    public Instance start() {
        Instance instance = new Instance(world, plan, state, bug);
        instances.add(instance);
        return instance;
    }

    /** How many processes have died. */
    public int deaths() {
        return (int) instances.stream().filter(instance -> !instance.isAlive()).count();
    }

    /** Waits for what should happen soon; whether it did. A trial goes on either way: what counts is how it ends. */
    public boolean await(Callable<Boolean> condition) throws Exception {
        return await(condition, SOON);
    }

    private boolean await(Callable<Boolean> condition, Duration atMost) throws Exception {
        Signal never = new Signal();
        long deadline = time.elapsed() + atMost.toNanos();
        while (!condition.call()) {
            if (time.elapsed() > deadline) {
                return false;
            }
            never.await(LOOK.toNanos());
        }
        return true;
    }

    /** Nothing fails any more; whoever died is forgotten by the database, and has a successor. */
    public void heal() throws InterruptedException, SQLException {
        plan.heal();
        if (deaths() > 0) {
            world.expireLeases();
            world.ageLocks();
            jobs.startAgain();
            intents.startAgain();
        }
    }

    /** Until nothing is left to be done. What is not done within its bound is stuck. */
    public void settle(Callable<List<String>> left) throws Exception {
        if (await(() -> left.call().isEmpty(), UNTOUCHED)) {
            return;
        }
        world.ageLocks(); // what somebody still works on is renewed by heartbeats; what nobody does is taken back
        settleWithoutAging(left);
    }

    /** The same while a job runs whose lock must not be touched. */
    public void settleWithoutAging(Callable<List<String>> left) throws Exception {
        if (!await(() -> left.call().isEmpty(), bug == PlantedBug.NONE ? BOUND : SOON)) {
            findings.add("stuck: " + left.call());
        }
    }

    @Override
    public void close() throws Exception {
        List<Instance> living = new ArrayList<>();
        for (Instance instance : instances) {
            if (instance.isAlive()) {
                living.add(instance);
            } else {
                instance.closeInBackground();
            }
        }
        for (Instance instance : living) {
            instance.close();
        }
    }
}
