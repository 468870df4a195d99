package dev.baton.failures.stage;

import dev.baton.SetupRefusedException;
import dev.baton.failures.driver.FailurePlan;
import dev.baton.failures.driver.LentState;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.driver.Wiring;
import dev.baton.submissions.SubmissionManager;
import dev.baton.support.Signal;
import dev.baton.support.Stopwatch;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Where one trial takes place: its instances on the one database, what was promised to clients, what was found. */
public final class Stage implements AutoCloseable {

    private static final Duration SOON = Duration.ofSeconds(5);
    private static final Duration MEANWHILE = Duration.ofMillis(500);
    private static final Duration UNTOUCHED = Duration.ofMillis(1500);
    private static final Duration LONG_ENOUGH_TO_BITE = Duration.ofSeconds(12);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MOST_REFUSALS = 5;
    private static final Duration LOOK = Duration.ofMillis(3);

    private final World world;
    private final LentState state;
    private final PlantedBug bug;
    private final FailurePlan plan = new FailurePlan();
    private final Findings findings = new Findings();
    private final List<Instance> instances = new CopyOnWriteArrayList<>();
    private final Stopwatch time = Stopwatch.system();
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger kills = new AtomicInteger();
    private final JobSide jobs = new JobSide(this);
    private final IntentSide intents = new IntentSide(this);
    private final Story story;
    private final long epochBefore;
    private final Application application;
    private Duration bound = Duration.ZERO;
    private boolean impatient;

    public Stage(World world, LentState state, PlantedBug bug) throws SQLException {
        this(world, state, bug, Story.UNTOLD);
    }

    /**
     * @param story told what clients, handlers and gateways see, for somebody who outlives this process
     */
    public Stage(World world, LentState state, PlantedBug bug, Story story) throws SQLException {
        this.world = world;
        this.application = new Application(world);
        this.epochBefore = epoch();
        this.state = state;
        this.bug = bug;
        this.story = story;
        jobs.ledger().tellTo(story);
        intents.ledger().tellTo(story);
        plan.meanwhile(this::meanwhile);
    }

    /** What another process saw before it was killed. */
    public void adopt(List<String> lines) {
        kills.incrementAndGet();
        for (String line : lines) {
            jobs.ledger().adopt(line.split(" "));
            intents.ledger().adopt(line.split(" "));
        }
    }

    /** Whoever has something to do does it. A caller that is told to stop meanwhile, as one whose job is cancelled, does so. */
    void meanwhile() {
        try {
            jobs.wake();
            await(() -> jobs.left().isEmpty() && intents.left().isEmpty(), MEANWHILE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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

    public Application application() {
        return application;
    }

    /** The application has told the server that whoever waits for a lock is to be told soon: from now on, of new instances. */
    public void hurry() {
        impatient = true;
    }

    /** One more process. */
    Instance start() {
        Instance instance = new Instance(world, plan, new Wiring(state, bug, impatient, story::death));
        instances.add(instance);
        return instance;
    }

    /** An instance, or its work, that is refused because a call failed or the machine is busy is started again by somebody. */
    void untilStarted(Runnable start) {
        boolean started = false;
        while (!started) {
            try {
                start.run();
                started = true;
            } catch (SetupRefusedException e) {
                refused(e);
            }
        }
    }

    private void refused(SetupRefusedException why) {
        if (refusals.incrementAndGet() > MOST_REFUSALS) {
            throw why;
        }
    }

    /** How many processes have died. */
    public int deaths() {
        return (int) instances.stream().filter(instance -> !instance.isAlive()).count();
    }

    /** How many have led the submissions since the beginning, here and in processes that were killed. */
    long terms() throws SQLException {
        return epoch() - epochBefore + kills.get();
    }

    private long epoch() throws SQLException {
        return world.epoch(SubmissionManager.ROLE);
    }

    /** For locks on jobs it is a long time later. */
    public void stepClock() throws SQLException {
        for (String payload : world.ageLocks()) {
            jobs.ledger().aged(String.valueOf(payload).replace("\"", ""));
        }
    }

    /** Jobs and intents that have ended did so long ago. An id that clients use again would be free for another use. */
    public void growOld() throws SQLException {
        jobs.ledger().ended(world.ageEndedJobs());
        for (String key : intents.ledger().acknowledgedOnce()) {
            if (world.ageEndedIntent(key)) {
                intents.ledger().old(key);
            }
        }
    }

    /** After the death of a leader somebody else leads, without waiting for its lease to end. */
    public void forgetTheDead() throws SQLException {
        world.expireLeases();
    }

    /** Waits for what should happen soon; whether it did. A trial goes on either way: what counts is how it ends. */
    public boolean await(Callable<Boolean> condition) throws Exception {
        return await(condition, SOON);
    }

    /** Waits for what a scenario begins with: without it there is nothing to be tried. */
    public void require(Callable<Boolean> condition) throws Exception {
        if (!await(condition, PATIENCE)) {
            throw new IllegalStateException("the scenario did not begin within " + PATIENCE);
        }
    }

    /** Within what time all has to be done, by what is documented; a busy machine has its patience on top. */
    public Stage within(Duration documented) {
        bound = documented;
        return this;
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
            stepClock();
            jobs.startAgain();
            intents.startAgain();
        }
    }

    /** Until nothing is left to be done. What is not done within its bound is stuck. */
    public void settle(Callable<List<String>> left) throws Exception {
        if (await(() -> left.call().isEmpty(), UNTOUCHED)) {
            return;
        }
        stepClock(); // what somebody still works on is renewed by heartbeats; what nobody does is taken back
        settleWithoutAging(left);
    }

    /** The same while a job runs whose lock must not be touched. */
    public void settleWithoutAging(Callable<List<String>> left) throws Exception {
        settle(left, bug == PlantedBug.NONE ? bound.plus(PATIENCE) : LONG_ENOUGH_TO_BITE);
    }

    /** The same where a planted bug makes nothing stuck. */
    public void settleWithPatience(Callable<List<String>> left) throws Exception {
        settle(left, bound.plus(PATIENCE));
    }

    private void settle(Callable<List<String>> left, Duration atMost) throws Exception {
        if (!await(() -> left.call().isEmpty(), atMost)) {
            findings.add("stuck after " + atMost.toSeconds() + " s: " + left.call() + "; "
                    + world.texts("SELECT lease_name, holder_id, lease_epoch, expires_at FROM baton_leases", 4)
                    + "; " + world.texts(world.engine().sessions(), 1));
        }
    }

    @Override
    public void close() throws Exception {
        application.letGo();
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
        application.close();
    }
}
