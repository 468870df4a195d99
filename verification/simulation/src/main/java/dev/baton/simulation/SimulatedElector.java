package dev.baton.simulation;

import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent;
import dev.baton.StaleTokenException;
import dev.baton.StaleTokenException.Refusal;
import dev.baton.Strategy;
import dev.baton.election.Candidate;
import dev.baton.election.DeadlineGate;
import dev.baton.election.ElectionDriver;
import dev.baton.election.InFlight;
import dev.baton.election.Request;
import dev.baton.election.State;
import dev.baton.election.Surroundings;
import dev.baton.spi.Outcome;
import dev.baton.support.Stopwatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Runs the production driver of one role in one process incarnation: what is its thread in production is a strand here,
 * and its store answers in virtual time.
 */
final class SimulatedElector implements Surroundings {

    private final Node node;
    private final World world;
    private final int role;
    private final Candidate candidate;
    private final Strand strand;
    private final Sql sql;
    private final Store store;
    private final StoreCalls calls;
    private final Work work;
    private final WatchedRules rules;
    private final ElectionDriver driver;

    private final List<CompletableFuture<Void>> departures = new ArrayList<>();
    private boolean heldUp;
    private long armedFor = State.NEVER;
    private long doomedEpoch = -1;
    private long openedEpoch = -1;
    private long suspectedAt = Long.MIN_VALUE;
    private boolean failNextStep;
    private Runnable whenEnded;
    private boolean wasCutOff;
    private boolean ended;

    SimulatedElector(Node node, int role) {
        this.node = node;
        this.world = node.world();
        this.role = role;
        this.candidate = world.scenario().candidate(role, node.index(), node.holderId());
        this.strand = node.strand("elector");
        this.sql = new Sql(world, role, node.index());
        this.store = new Store(this);
        this.calls = new StoreCalls(this, store);
        this.work = new Work(this);
        this.rules = new WatchedRules(this);
        this.driver = new ElectionDriver(() -> candidate, rules, node.alignment(), work, this);
    }

    World world() {
        return world;
    }

    Node node() {
        return node;
    }

    int role() {
        return role;
    }

    Candidate candidate() {
        return candidate;
    }

    Strand strand() {
        return strand;
    }

    Strategy strategy() {
        return candidate.strategy();
    }

    Sql sql() {
        return sql;
    }

    DeadlineGate gate() {
        return driver.gate();
    }

    State state() {
        return driver.state();
    }

    InFlight inFlight() {
        return driver.inFlight();
    }

    Store store() {
        return store;
    }

    Work work() {
        return work;
    }

    /** The highest epoch whose end this process has noticed: its gate must never open again. */
    long doomedEpoch() {
        return doomedEpoch;
    }

    boolean hadOpened(LeaderToken token) {
        return openedEpoch == token.epoch();
    }

    Connection connect() {
        boolean watched =
                strategy() instanceof Strategy.Session && world.scenario().watchdog();
        return new Connection(
                node,
                strand,
                node.holderId() + "/" + Names.role(role) + " election",
                watched ? strategy().lease().toNanos() : 0,
                strategy().fenceBound().toNanos());
    }

    /** Whether everybody who asked it to leave has heard what became of that. */
    boolean hasAnsweredDepartures() {
        departures.removeIf(CompletableFuture::isDone);
        return departures.isEmpty();
    }

    /** The latest moment at which something made this process doubt all that it knew. */
    long suspectedAt() {
        return suspectedAt;
    }

    /** The next step of the rules throws. */
    void failNextStep() {
        failNextStep = true;
    }

    boolean failsNow() {
        boolean now = failNextStep && !world.isCalm();
        failNextStep = false;
        return now;
    }

    /** Its requests to the store. */
    StoreCalls calls() {
        return calls;
    }

    void stand() {
        driver.stand();
    }

    void lookNow() {
        driver.lookNow();
    }

    void stop() {
        world.say(this, () -> "is asked to stop");
        departures.add(driver.stop());
    }

    void drain() {
        world.say(this, () -> "is asked to drain");
        departures.add(driver.drain());
    }

    void transferTo(String successor) {
        world.say(this, () -> "is asked to leave the role to " + successor);
        departures.add(driver.transferTo(successor));
    }

    /** The driver leaves the role; the patience with it runs out on a strand of its own. */
    void close(Runnable then) {
        world.say(this, () -> "is closed");
        whenEnded = then;
        departures.add(driver.close());
        Strand closer = node.strand("closer");
        node.after(candidate.closingPatience().toNanos(), closer, () -> {
            if (!ended) {
                wasCutOff = true;
                driver.cutOff();
            }
        });
    }

    ElectionDriver driver() {
        return driver;
    }

    void timeJumped() {
        driver.timeJumped();
        timeJumpTold();
    }

    /** The driver has been told that the machine may have slept. */
    void timeJumpTold() {
        suspectedAt = stopwatch().elapsed();
    }

    /** On the writer's strand, at once. */
    void fenceRefused(LeaderToken token, Refusal refusal) {
        world.tally().add(refusal == Refusal.SUPERSEDED ? Tally.Count.FENCE_SUPERSEDED : Tally.Count.FENCE_EXPIRED);
        if (refusal == Refusal.SUPERSEDED && leads(token)) {
            doom(token.epoch());
        } else if (leads(token)) {
            suspectedAt = stopwatch().elapsed();
        }
        if (world.bug() != Bug.REFUSAL_NOT_TOLD) {
            driver.fenceRefused(new StaleTokenException(token, refusal, "the fence found it " + refusal));
        }
        world.checker().refused(this, token);
    }

    /** On the writer's strand, at once. */
    void stepDown(LeaderToken token, String reason) {
        if (leads(token)) {
            doom(token.epoch());
        }
        driver.stepDown(token, reason);
        world.checker().stepped(this);
    }

    private boolean leads(LeaderToken token) {
        return state() instanceof State.Leading leading && leading.token().equals(token);
    }

    private void doom(long epoch) {
        doomedEpoch = Math.max(doomedEpoch, epoch);
    }

    /** Turn by turn; now and then the thread is held up between two effects. */
    private void run() {
        while (!calls.isUnderWay() && !heldUp && !ended) {
            boolean wasOpen = gate().isLeader();
            Turn turn = proceed();
            if (turn instanceof Turn.End) {
                end();
                return;
            }
            if (turn instanceof Turn.Sleep sleep) {
                arm(sleep.until());
                return;
            }
            look(wasOpen);
            if (turn instanceof Turn.Ask ask) {
                calls.send(ask.request());
            } else if (driver.isMidStep() && world.dice().chance(0.02)) {
                holdUp();
            }
        }
    }

    /** A defect in the rules ends nothing but the term. */
    private Turn proceed() {
        try {
            return driver.proceed();
        } catch (WatchedRules.Defect e) {
            world.say(this, () -> "meets a defect");
            world.tally().add(Tally.Count.RECOVERIES);
            if (state() instanceof State.Leading leading) {
                doom(leading.token().epoch());
            }
            driver.recover();
            world.checker().stepped(this);
            return new Turn.Again();
        }
    }

    private void end() {
        ended = true;
        world.tally().add(wasCutOff ? Tally.Count.CUT_OFF : Tally.Count.CLOSED_IN_TIME);
        driver.end();
        world.checker().ended(this);
        whenEnded.run();
    }

    private void holdUp() {
        heldUp = true;
        world.agenda().after(world.stumble(), strand, () -> {
            heldUp = false;
            run();
        });
    }

    private void look(boolean wasOpen) {
        if (rules.opensGate() && gate().isLeader()) {
            world.checker().opened(this);
            world.checker().trusted(this, rules.openedBy());
            LeaderToken token = gate().requireLeader();
            if (!wasOpen) {
                world.observer().gateOpened(this, token);
            }
            openedEpoch = token.epoch();
        }
        if (!driver.isMidStep()) {
            doom(rules.endedEpoch());
            world.checker().stepped(this);
        }
    }

    /** Goes on at once; where this bug is planted, after a pause that is long enough for it to show. */
    void whenPlanted(Bug planted, Runnable step) {
        if (world.bug() == planted && !world.isCalm()) {
            world.agenda().after(world.dice().between(0, strategy().fenceBound().toNanos()), strand, step);
        } else {
            step.run();
        }
    }

    /** The store's answer, or that there will be none. */
    void replied(Request request, Outcome outcome) {
        world.say(this, () -> "    " + Report.brief(outcome));
        world.observer().replied(this, request, outcome);
        driver.answered(outcome);
        run();
    }

    private void arm(long alarmAt) {
        if (alarmAt == State.NEVER || alarmAt == armedFor) {
            return;
        }
        armedFor = alarmAt;
        long wait = Math.max(0, node.realTime(alarmAt - stopwatch().elapsed()));
        world.agenda().after(wait + 20_000, strand, () -> {
            if (armedFor == alarmAt) {
                armedFor = State.NEVER;
            }
            run();
        });
    }

    @Override
    public Stopwatch stopwatch() {
        return node.stopwatch();
    }

    @Override
    public void wakeUp() {
        world.agenda().after(world.dice().between(1_000, 100_000), strand, this::run);
    }

    @Override
    public void interruptAwait() {
        world.agenda().after(world.dice().between(1_000, 100_000), strand, calls::abandonAwait);
    }

    @Override
    public void cutOff() {
        calls.abandon(SqlError.INTERRUPTED);
        wakeUp();
    }

    @Override
    public void disconnect() {
        store.disconnect();
    }

    @Override
    public void close() {
        store.disconnect();
    }

    @Override
    public void announce(LeadershipEvent event) {
        world.observer().heard(this, event);
    }

    @Override
    public String toString() {
        return node.holderId() + "/" + Names.role(role);
    }
}
