package dev.baton.simulation;

import dev.baton.election.GateWatch;
import java.util.concurrent.TimeUnit;

/** Runs the production rule of {@link GateWatch} for one process: what is its thread in production is a strand here. */
final class SimulatedWatch {

    private final Node node;
    private final World world;
    private final Strand strand;
    private final GateWatch.Looks looks;
    private long lookedAt;

    SimulatedWatch(Node node) {
        this.node = node;
        this.world = node.world();
        this.strand = node.strand("gate watch");
        this.looks = new GateWatch.Looks(wall(), node.stopwatch().elapsed());
        this.lookedAt = world.now();
        later();
    }

    /** When it last looked: what happened to the machine before that, it knows. */
    long lookedAt() {
        return lookedAt;
    }

    private void later() {
        long pause =
                GateWatch.Looks.untilNext(node.alignment(), node.stopwatch().elapsed());
        node.after(pause, strand, this::look);
    }

    private void look() {
        lookedAt = world.now();
        if (looks.lookAt(node.elections(), wall(), node.stopwatch().elapsed())) {
            world.tally().add(Tally.Count.SLEEPS_NOTICED);
            world.say(node.holderId(), () -> "sees that the machine has slept");
            node.timeJumpTold();
        }
        later();
    }

    /** Planted: a wall clock that stands still together with the stopwatch. */
    private long wall() {
        boolean blind = world.bug() == Bug.SLEEP_NOT_NOTICED;
        return TimeUnit.NANOSECONDS.toMillis(blind ? node.stopwatch().elapsed() : world.now());
    }
}
