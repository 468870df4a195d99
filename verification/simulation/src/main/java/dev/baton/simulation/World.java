package dev.baton.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** One run's universe: the clock, the dice, the database, the nodes, and those who watch. */
final class World {

    private static final long MILLI = 1_000_000;

    private final Scenario scenario;
    private final Bug bug;
    private final Agenda agenda = new Agenda();
    private final Dice dice;
    private final Tally tally = new Tally();
    private final Checker checker;
    private final Observer observer;
    private final List<String> trace;
    private final Strand fate = new Strand("fate");
    private final Database database;
    private final Node[] nodes;
    private boolean calm;

    World(Scenario scenario, Bug bug, boolean traced) {
        this.scenario = scenario;
        this.bug = bug;
        this.trace = traced ? new ArrayList<>() : null;
        this.dice = new Dice(scenario.seed() ^ 0x5DEECE66DL);
        this.checker = new Checker(this);
        this.observer = new Observer(this);
        this.database = new Database(this, scenario.roles(), scenario.nodes());
        this.nodes = new Node[scenario.nodes()];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new Node(this, i);
        }
    }

    Scenario scenario() {
        return scenario;
    }

    Bug bug() {
        return bug;
    }

    Agenda agenda() {
        return agenda;
    }

    Dice dice() {
        return dice;
    }

    Tally tally() {
        return tally;
    }

    Checker checker() {
        return checker;
    }

    Observer observer() {
        return observer;
    }

    Database database() {
        return database;
    }

    Node node(int index) {
        return nodes[index];
    }

    Node[] nodes() {
        return nodes;
    }

    /** Whose gate of this role is open, or null. */
    SimulatedElector leader(int role) {
        SimulatedElector leader = null;
        for (Node node : nodes) {
            if (node.isAlive() && node.elector(role).gate().isLeader()) {
                leader = node.elector(role);
            }
        }
        return leader;
    }

    long now() {
        return agenda.now();
    }

    /** Something that no thread of the simulated world does. */
    void fate(long at, Runnable action) {
        agenda.after(at - now(), fate, action);
    }

    boolean isCalm() {
        return calm;
    }

    void calmDown() {
        calm = true;
    }

    /** How long a message takes: mostly little, now and then long, rarely longer than a lease. */
    long latency() {
        long usual = dice.between(MILLI / 10, calm ? MILLI : 2 * MILLI);
        if (calm) {
            return usual;
        }
        int rare = dice.below(2000);
        if (rare == 0) {
            return dice.between(60 * MILLI, 1500 * MILLI);
        }
        return rare < 40 ? dice.between(MILLI, 60 * MILLI) : usual;
    }

    /** How long a thread is held up between two steps. */
    long stumble() {
        boolean badly = !calm && dice.chance(0.03);
        return dice.between(1_000, badly ? 700 * MILLI : MILLI);
    }

    long stumbleOr(long usual) {
        return dice.chance(0.05) ? stumble() : usual;
    }

    /** A line of the trace; the text is made only where somebody reads it. */
    void say(Object who, Supplier<String> text) {
        if (trace != null) {
            trace.add(String.format(Locale.ROOT, "%10.3f ms  %-9s %s", now() / 1e6, who, text.get()));
        }
    }

    List<String> trace() {
        return trace == null ? List.of() : trace;
    }
}
