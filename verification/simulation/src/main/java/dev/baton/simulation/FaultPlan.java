package dev.baton.simulation;

import dev.baton.simulation.Deed.ByHand.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Draws the faults of a run: mostly independent ones, now and then a burst of a few within a lease of each other. */
final class FaultPlan {

    private static final long MILLI = 1_000_000;

    private static final long SHORTEST_SLEEP_NOTICED = 260 * MILLI;
    private static final int MOST = 12;

    private final Dice dice;
    private final int nodes;
    private final int roles;

    FaultPlan(Dice dice, int nodes, int roles) {
        this.dice = dice;
        this.nodes = nodes;
        this.roles = roles;
    }

    List<Fault> draw() {
        List<Fault> faults = new ArrayList<>();
        int count = 1 + dice.below(MOST);
        while (faults.size() < count) {
            long at = dice.between(Scenario.FAULTS_FROM, Scenario.FAULTS_UNTIL);
            if (dice.chance(0.1)) {
                recipe(faults, at);
                continue;
            }
            int burst = dice.chance(0.3) ? 2 + dice.below(3) : 1;
            for (int i = 0; i < burst; i++) {
                faults.add(one(at));
                at = Math.min(Scenario.FAULTS_UNTIL, at + dice.between(0, 500 * MILLI));
            }
        }
        faults.sort(Comparator.comparingLong(Fault::at));
        return List.copyOf(faults);
    }

    /**
     * The same with locks among them, in one of eight runs. Drawn from dice of their own, so that what a seed means otherwise stays
     * what it was. They are worst right after somebody has changed the row by hand, or after a fail-over.
     */
    static List<Fault> withLocks(Dice own, int nodes, int roles, List<Fault> faults) {
        if (!own.chance(0.125)) {
            return faults;
        }
        List<Fault> all = new ArrayList<>(faults);
        int count = 1 + own.below(4);
        for (int i = 0; i < count; i++) {
            long at = own.between(Scenario.FAULTS_FROM, Scenario.FAULTS_UNTIL);
            int role = own.below(roles);
            if (own.chance(0.6)) {
                all.add(new Deed.ByHand(at, role, own.one(List.of(Change.EXPIRE, Change.DELETE))));
            } else if (own.chance(0.3)) {
                all.add(new Fault.FailOver(at, own.below(20), own.between(MILLI, 50 * MILLI), true));
            }
            all.add(new Deed.Lock(
                    at + own.between(0, 60 * MILLI),
                    own.below(nodes),
                    role,
                    own.between(300 * MILLI, 800 * MILLI),
                    own.between(MILLI, 60 * MILLI)));
        }
        all.sort(Comparator.comparingLong(Fault::at));
        return List.copyOf(all);
    }

    /** Things that are worst in this order. */
    private void recipe(List<Fault> faults, long at) {
        int node = dice.below(nodes);
        int role = dice.below(roles);
        switch (dice.below(4)) {
            case 0 -> { // A successor leaves while it waits for the window of a holder that lives.
                faults.add(new Fault.ServerCut(at, role, true, true));
                faults.add(new Deed.StopWaiting(at, role, 1_500 * MILLI));
            }
            case 1 -> { // A late holder comes back together with the time in which its lease was good.
                long late = dice.between(700 * MILLI, 1_400 * MILLI);
                faults.add(new Fault.Pause(at, node, late));
                faults.add(
                        new Fault.ClockStep(at + late - dice.between(0, 20 * MILLI), -dice.between(300, 900) * MILLI));
            }
            case 2 -> { // A standby that has missed the last terms takes over, perhaps twice.
                faults.add(new Fault.ServerCut(at, role, true, true));
                long promoted = Math.min(Scenario.FAULTS_UNTIL, at + dice.between(100 * MILLI, 900 * MILLI));
                faults.add(new Fault.FailOver(promoted, 1 + dice.below(60), dice.between(MILLI, 300 * MILLI), false));
                if (dice.chance(0.3)) {
                    long again = Math.min(Scenario.FAULTS_UNTIL, promoted + dice.between(300 * MILLI, 1_500 * MILLI));
                    faults.add(new Fault.FailOver(again, 1 + dice.below(60), dice.between(MILLI, 300 * MILLI), false));
                }
            }
            default -> { // A transfer whose successor is gone.
                faults.add(new Fault.Crash(at, node, dice.chance(0.5), dice.between(500 * MILLI, 2_000 * MILLI)));
                faults.add(new Deed.Transfer(at + dice.between(0, 300 * MILLI), role, node));
            }
        }
    }

    private Fault one(long at) {
        int node = dice.below(nodes);
        int role = dice.below(roles);
        return switch (dice.below(31)) {
            case 0, 1 -> new Fault.Crash(at, node, dice.chance(0.4), dice.between(50 * MILLI, 2_000 * MILLI));
            case 2, 3 -> new Fault.Pause(at, node, length());
            case 4, 5 -> new Fault.Hiccup(at, node, role, dice.chance(0.7), length());
            case 6 -> new Fault.LoseRequest(at, node);
            case 7 -> new Fault.LoseAnswer(at, node);
            case 8 -> new Fault.Nudge(at, node, role);
            case 9, 10 -> partition(at, node);
            case 11, 12, 13 -> new Fault.ServerCut(at, role, dice.chance(0.7), dice.chance(0.5));
            case 14 -> new Fault.ClientCut(at, node, role, dice.chance(0.5));
            case 15 -> new Deed.Leave(at, node, role, dice.chance(0.5), dice.between(100 * MILLI, 2_000 * MILLI));
            case 16 -> new Deed.Transfer(at, role, node);
            case 17 -> new Deed.StopWaiting(at, role, dice.between(0, 3_000 * MILLI));
            case 18 -> dice.chance(0.5) ? new Deed.Resign(at, role) : new Fault.TimeJump(at, node, role);
            case 19 -> new Fault.Stall(at, length());
            case 20 -> clockStep(at);
            case 21 -> outage(at);
            case 22, 23 ->
                new Fault.Slow(
                        at, node, dice.between(60 * MILLI, 450 * MILLI), dice.between(800 * MILLI, Fault.LONGEST));
            case 24, 25 -> suspension(at, node, role);
            case 26 -> new Fault.Defect(at, node, role);
            case 27 -> new Deed.Close(at, node, dice.between(50 * MILLI, 1_000 * MILLI));
            case 28 -> new Deed.ByHand(at, role, Change.EXPIRE);
            case 29 -> new Fault.Hang(at, role);
            default -> new Deed.ByHand(at, role, dice.one(List.of(Change.values())));
        };
    }

    /** Shorter sleeps are not promised to be noticed: the clocks of a machine are never quite together. */
    private Fault suspension(long at, int node, int role) {
        return new Fault.Suspend(at, node, role, dice.chance(0.6), dice.between(SHORTEST_SLEEP_NOTICED, Fault.LONGEST));
    }

    private Fault partition(long at, int node) {
        int way = dice.below(3);
        return new Fault.Partition(at, node, way != 0, way != 1, length());
    }

    private Fault clockStep(long at) {
        long delta = dice.between(10 * MILLI, 2_000 * MILLI);
        return new Fault.ClockStep(at, dice.chance(0.5) ? delta : -delta);
    }

    private Fault outage(long at) {
        long length = dice.between(MILLI, 800 * MILLI);
        return dice.chance(0.6)
                ? new Fault.FailOver(at, dice.below(dice.chance(0.5) ? 4 : 40), length, dice.chance(0.5))
                : new Fault.Restart(at, length, dice.chance(0.5));
    }

    /** Shorter or longer than the windows and leases. */
    private long length() {
        return dice.chance(0.5) ? dice.between(10 * MILLI, 400 * MILLI) : dice.between(400 * MILLI, Fault.LONGEST);
    }
}
