package dev.baton.simulation;

import java.util.List;

/** One run of one scenario. */
final class Simulation {

    /** What came out: no violation, or the first one. */
    record Result(Scenario scenario, String violation, Tally tally, List<String> trace) {
        boolean failed() {
            return violation != null;
        }
    }

    private static final long TICK = 50_000_000;

    /** Far above what any run needs: an election that goes round without time passing must not hang the build. */
    private static final long MOST_STEPS = 2_000_000;

    /** One in so many runs goes on to the very end, however well it looks. */
    private static final int FULL_LENGTH = 4;

    private static final int ENOUGH_TICKS = 20;

    private final Scenario scenario;
    private final World world;
    private boolean handingOver;
    private int awaited;
    private boolean ended;

    private Simulation(Scenario scenario, Bug bug, boolean traced) {
        this.scenario = scenario;
        this.world = new World(scenario, bug, traced);
    }

    static Result run(Scenario scenario, Bug bug, boolean traced) {
        return new Simulation(scenario, bug, traced).run();
    }

    private Result run() {
        for (Node node : world.nodes()) {
            world.fate(world.dice().between(0, 20_000_000), node::start);
        }
        for (Fault fault : scenario.faults()) {
            world.fate(fault.at(), () -> strike(fault));
        }
        world.fate(scenario.healsAt(), this::heal);
        if (scenario.seed() % FULL_LENGTH != 0) {
            world.fate(scenario.healsAt() + Fault.LONGEST, () -> endEarly(0));
        }
        for (long at = scenario.settledAt(); at < scenario.endsAt(); at += TICK) {
            world.fate(at, this::settled);
        }
        world.fate(scenario.endsAt(), this::handOver);
        play();
        world.checker().audit();
        world.tally().add(Tally.Count.RUNS);
        return new Result(scenario, world.checker().violation(), world.tally(), world.trace());
    }

    private void play() {
        long steps = 0;
        try {
            while (!ended
                    && world.checker().violation() == null
                    && world.agenda().step(Long.MAX_VALUE)) {
                if (++steps > MOST_STEPS) {
                    world.checker().fail("the run does not end: " + MOST_STEPS + " steps");
                }
            }
        } catch (RuntimeException e) {
            world.checker().fail("the program threw " + e + " at " + e.getStackTrace()[0]);
        }
        world.tally().add(Tally.Count.STEPS, steps);
    }

    /** To save time: who leads undisturbed for a while after the last fault is believed to go on. */
    private void endEarly(int undisturbed) {
        boolean again = world.checker().sameLeadersAsBefore();
        if (again && undisturbed >= ENOUGH_TICKS) {
            settled();
            handOver();
        } else {
            world.fate(world.now() + TICK, () -> endEarly(again ? undisturbed + 1 : 0));
        }
    }

    private void settled() {
        if (!handingOver) {
            world.checker().settled();
        }
    }

    /** The last thing: in peace, each role is left to another node, and has to arrive there. */
    private void handOver() {
        if (handingOver || world.checker().violation() != null) {
            return;
        }
        handingOver = true;
        for (int role = 0; role < scenario.roles(); role++) {
            SimulatedElector leader = world.leader(role);
            int successor = (leader.node().index() + 1 + world.dice().below(scenario.nodes() - 1)) % scenario.nodes();
            if (world.node(successor).elector(role).work().isHung()) {
                ended = awaited == 0 && role == scenario.roles() - 1;
                continue;
            }
            leader.transferTo(Names.node(successor));
            int transferred = role;
            awaited++;
            world.fate(world.now() + scenario.arrivalBound(role), () -> arrived(transferred, successor));
        }
    }

    private void arrived(int role, int successor) {
        world.checker().arrived(role, successor);
        ended = --awaited == 0;
    }

    private void strike(Fault fault) {
        world.say("FAULT", fault::toString);
        world.tally().add(fault.count());
        fault.strike(world);
    }

    /** Everything works again. Who was sent away has been called back, or will be within the longest fault. */
    private void heal() {
        world.say("HEALED", () -> "nothing goes wrong from here on");
        world.calmDown();
        for (Node node : world.nodes()) {
            node.heal();
        }
    }
}
