package dev.baton.simulation;

import dev.baton.election.GateWatch;
import java.util.concurrent.TimeUnit;

/** Looks at the gates of a process as {@link GateWatch} does: its comparison and its pauses, on a strand. */
final class SimulatedWatch {

    private final Node node;
    private final World world;
    private final Strand strand;
    private final GateWatch.Comparison clocks;
    private long lookedAt;

    SimulatedWatch(Node node) {
        this.node = node;
        this.world = node.world();
        this.strand = node.strand("gate watch");
        this.clocks = new GateWatch.Comparison(wall(), node.stopwatch().elapsed());
        this.lookedAt = world.now();
        later();
    }

    /** When it last looked: what happened to the machine before that, it knows. */
    long lookedAt() {
        return lookedAt;
    }

    private void later() {
        long pause = GateWatch.untilNextLook(node.rhythm(), node.stopwatch().elapsed());
        node.after(pause, strand, this::look);
    }

    private void look() {
        boolean apart = clocks.goneApart(wall(), node.stopwatch().elapsed());
        lookedAt = world.now();
        if (apart) {
            world.tally().add(Tally.Count.SLEEPS_NOTICED);
            world.say(node.holderId(), () -> "sees that the machine has slept");
        }
        for (int role = 0; role < world.scenario().roles(); role++) {
            if (apart && world.bug() != Bug.SLEEP_NOT_NOTICED) {
                node.elector(role).timeJumped();
            } else {
                node.elector(role).observeGate();
            }
        }
        later();
    }

    private long wall() {
        return TimeUnit.NANOSECONDS.toMillis(world.now());
    }
}
