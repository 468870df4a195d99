package dev.baton.simulation;

import dev.baton.election.AwaitedReleases;
import java.time.Duration;
import java.util.List;

/** Looks for released leases by the production rule ({@link AwaitedReleases}), on a strand, in the simulated database. */
final class SimulatedReleaseWatch {

    /** Two seconds in production, where leases last for a minute. */
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
        AwaitedReleases awaited = new AwaitedReleases(node.elections());
        if (awaited.areNone()) {
            later();
            return;
        }
        Connection own = new Connection(node, strand, node.holderId() + " release watch", 0, 0);
        connection = own;
        node.after(ANSWER.toNanos(), strand, () -> {
            if (connection == own) {
                seen(awaited, List.of());
            }
        });
        own.call(
                session -> session.answer(world.database().releasedRoles()),
                answer -> seen(awaited, answer instanceof List<?> roles ? names(roles) : List.of()));
    }

    private void seen(AwaitedReleases awaited, List<String> released) {
        connection.close();
        connection = null;
        awaited.rolesReleased(released);
        later();
    }

    private static List<String> names(List<?> roles) {
        return roles.stream().map(String.class::cast).toList();
    }
}
