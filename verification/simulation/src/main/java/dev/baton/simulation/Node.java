package dev.baton.simulation;

import dev.baton.election.ElectionDriver;
import dev.baton.election.HeartbeatAlignment;
import dev.baton.support.Stopwatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A machine with its network and its stopwatch, and the process that runs on it: one incarnation after the other. */
final class Node {

    private static final long MOST_DROWSY = 20_000_000;

    private final World world;
    private final int index;
    private final NetworkPath up = NetworkPath.ofNode();
    private final NetworkPath down = NetworkPath.ofNode();
    private final double rate;
    private final long stopwatchStart;
    private final List<Strand> strands = new ArrayList<>();
    private final List<Connection> connections = new ArrayList<>();
    private SimulatedElector[] electors = {};
    private HeartbeatAlignment alignment;
    private SimulatedWatch watch;
    private int incarnation;
    private boolean alive;
    private boolean loseRequest;
    private boolean loseAnswer;
    private long sleptBefore;
    private long asleepSince;
    private long wakesAt;
    private int open;

    Node(World world, int index) {
        this.world = world;
        this.index = index;
        this.rate = 1 + world.scenario().skew() * (world.dice().below(3) - 1);
        this.stopwatchStart = world.dice().between(0, 1_000_000_000_000L);
    }

    World world() {
        return world;
    }

    int index() {
        return index;
    }

    String holderId() {
        return Names.node(index) + "." + incarnation;
    }

    boolean isAlive() {
        return alive;
    }

    NetworkPath up() {
        return up;
    }

    NetworkPath down() {
        return down;
    }

    SimulatedElector elector(int role) {
        return electors[role];
    }

    /** The elections of the process, as its watches see them. */
    List<ElectionDriver> elections() {
        return Arrays.stream(electors).map(SimulatedElector::driver).toList();
    }

    /** The watch has seen that the machine has slept, and told every election. */
    void timeJumpTold() {
        for (SimulatedElector elector : electors) {
            elector.timeJumpTold();
        }
    }

    /** When the roles of the process beat. */
    HeartbeatAlignment alignment() {
        return alignment;
    }

    /** Stands still while the machine sleeps. */
    Stopwatch stopwatch() {
        return () -> stopwatchStart + (long) (awake() * rate);
    }

    private long awake() {
        return isAsleep() ? asleepSince - sleptBefore : world.now() - sleptBefore - (wakesAt - asleepSince);
    }

    /** The machine is suspended. Its threads wake up in any order. */
    void suspend(long length) {
        if (isAsleep()) {
            return;
        }
        world.say(Names.node(index), () -> "is suspended for " + length / 1_000_000 + " ms");
        sleptBefore += wakesAt - asleepSince;
        asleepSince = world.now();
        wakesAt = world.now() + length;
        strands.forEach(strand -> strand.hold(wakesAt + world.dice().between(0, MOST_DROWSY)));
    }

    /** Whoever sleeps does nothing, whatever its gate would say. */
    boolean isAsleep() {
        return world.now() < wakesAt;
    }

    /** Whether the machine sleeps, or has slept and its watch has not looked since: nobody can know it yet. */
    boolean hasSleptUnnoticed() {
        return wakesAt > watch.lookedAt();
    }

    /** Once this node's stopwatch has counted so much. */
    void after(long counted, Strand strand, Runnable action) {
        at(stopwatch().elapsed() + counted, strand, action);
    }

    private void at(long reading, Strand strand, Runnable action) {
        long wait = Math.max(0, reading - stopwatch().elapsed());
        world.agenda().after(realTime(wait), strand, () -> {
            if (stopwatch().elapsed() >= reading) {
                action.run();
            } else {
                at(reading, strand, action);
            }
        });
    }

    /** How much virtual time passes while this node's stopwatch counts so much. */
    long realTime(long counted) {
        return (long) (counted / rate) + 1;
    }

    Strand strand(String purpose) {
        Strand strand = new Strand(purpose);
        strand.hold(wakesAt);
        strands.add(strand);
        return strand;
    }

    /** Starts a process, which stands for every role; on a machine that sleeps, when it has woken. */
    void start() {
        if (isAsleep()) {
            world.fate(wakesAt, this::start);
            return;
        }
        incarnation++;
        alive = true;
        alignment = new HeartbeatAlignment(world.dice()::unit);
        electors = new SimulatedElector[world.scenario().roles()];
        for (int role = 0; role < electors.length; role++) {
            electors[role] = new SimulatedElector(this, role);
            electors[role].stand();
        }
        open = electors.length;
        watch = new SimulatedWatch(this);
        SimulatedReleaseWatch.begin(this);
    }

    /** Ends the process in order: each role is left, in good time or not, and then it is gone. */
    void close(Runnable then) {
        for (SimulatedElector elector : electors) {
            elector.close(() -> {
                if (--open == 0) {
                    crash(false);
                    then.run();
                }
            });
        }
    }

    /**
     * The process is gone.
     *
     * @param silently whether the machine went with it, so that the server does not hear of it
     */
    void crash(boolean silently) {
        alive = false;
        strands.forEach(Strand::die);
        strands.clear();
        if (!silently) {
            connections.forEach(Connection::goodbye);
        }
        connections.clear();
    }

    void pause(long until) {
        strands.forEach(strand -> strand.hold(until));
    }

    void loseNextRequest() {
        loseRequest = true;
    }

    void loseNextAnswer() {
        loseAnswer = true;
    }

    boolean losesNextRequest() {
        boolean lose = loseRequest;
        loseRequest = false;
        return lose;
    }

    boolean losesNextAnswer() {
        boolean lose = loseAnswer;
        loseAnswer = false;
        return lose;
    }

    void heal() {
        up.heal();
        down.heal();
        loseRequest = false;
        loseAnswer = false;
    }

    void opened(Connection connection) {
        connections.add(connection);
    }

    void closed(Connection connection) {
        connections.remove(connection);
    }
}
