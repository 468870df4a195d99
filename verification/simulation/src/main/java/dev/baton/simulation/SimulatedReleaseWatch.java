package dev.baton.simulation;

import dev.baton.Strategy;
import dev.baton.election.State;
import java.time.Duration;
import java.util.List;

/** Looks for released leases on behalf of those who sleep until one expires, as {@code ReleaseWatch} does. */
final class SimulatedReleaseWatch {

    /** A second in production, where leases last for a minute. */
    static final Duration EVERY = Duration.ofMillis(200);

    private static final Duration ANSWER = Duration.ofSeconds(1);

    private final Node node;
    private final World world;
    private final Strand strand;
    private Connection connection;

    private SimulatedReleaseWatch(Node node) {
        this.node = node;
        this.world = node.world();
        this.strand = node.strand("release watch");
    }

    /** Looks from now on, until the process is gone. */
    static void begin(Node node) {
        new SimulatedReleaseWatch(node).later();
    }

    private void later() {
        node.after(EVERY.toNanos(), strand, this::look);
    }

    private void look() {
        if (!anybodyWaits()) {
            later();
            return;
        }
        Connection own = new Connection(node, strand, node.holderId() + " release watch", 0, 0);
        connection = own;
        node.after(ANSWER.toNanos(), strand, () -> {
            if (connection == own) {
                seen(List.of());
            }
        });
        own.call(
                session -> session.answer(world.database().releasedRoles()),
                answer -> seen(answer instanceof List<?> roles ? roles : List.of()));
    }

    private void seen(List<?> released) {
        connection.close();
        connection = null;
        for (int role = 0; role < world.scenario().roles(); role++) {
            if (released.contains(role) && waits(node.elector(role))) {
                node.elector(role).lookNow();
            }
        }
        later();
    }

    private boolean anybodyWaits() {
        for (int role = 0; role < world.scenario().roles(); role++) {
            if (waits(node.elector(role))) {
                return true;
            }
        }
        return false;
    }

    private static boolean waits(SimulatedElector elector) {
        return elector.strategy() instanceof Strategy.Lease && elector.state() instanceof State.Following;
    }
}
