package dev.baton.chaos.shards;

import dev.baton.chaos.check.ShardCalm;
import dev.baton.shards.ShardGroup;
import dev.baton.shards.ShardGroups;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.Baton;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** Looks at the group from outside, as an operator does, and does what operators do. */
final class ShardsWatch implements AutoCloseable {

    private static final long LOOK_NANOS = 100_000_000;

    private final Baton baton;
    private final ShardGroups groups;

    ShardsWatch(DataSource database) {
        this.baton = Baton.on(database)
                .node("operator")
                .observer()
                .component(ShardsSchema.COMPONENT)
                .start();
        this.groups = new ShardGroups(baton);
    }

    /** Waits until these and no others share all shards evenly. */
    ShardCalm awaitEven(String after, List<String> nodes, long seconds) {
        long began = System.nanoTime();
        String wrong = wrong(nodes);
        while (!wrong.isEmpty() && System.nanoTime() - began < seconds * 1_000_000_000L) {
            LockSupport.parkNanos(LOOK_NANOS);
            wrong = wrong(nodes);
        }
        return new ShardCalm(after, (System.nanoTime() - began) / 1_000_000, wrong);
    }

    private String wrong(List<String> nodes) {
        try {
            return groups.find(ShardNodeMain.GROUP)
                    .map(group -> wrong(group, nodes))
                    .orElse("there is no group");
        } catch (SQLException e) {
            return "nobody can look (" + e.getMessage() + ")";
        }
    }

    private static String wrong(ShardGroup group, List<String> nodes) {
        List<Integer> led = nodes.stream().map(group::ledBy).sorted().toList();
        int sum = led.stream().mapToInt(Integer::intValue).sum();
        int difference = led.get(led.size() - 1) - led.get(0);
        if (group.closing() || group.wanted() != group.layout().shards()) {
            return "it is still to have " + group.wanted() + " shards";
        }
        return sum == group.layout().shards() && difference <= 1
                ? ""
                : nodes + " lead " + nodes.stream().map(group::ledBy).toList() + " of "
                        + group.layout().shards() + ", without leader are " + group.withoutLeader();
    }

    /** Drains a node; returns when it leads nothing, or after that time, or when its process is another and nobody has drained that. */
    ShardCalm drain(String node, long seconds) throws SQLException {
        long began = System.nanoTime();
        groups.drain(ShardNodeMain.GROUP, node);
        int left = leftToDrain(node);
        while (left > 0 && System.nanoTime() - began < seconds * 1_000_000_000L) {
            LockSupport.parkNanos(LOOK_NANOS);
            left = leftToDrain(node);
        }
        String wrong = left == 0 ? "" : node + " still leads " + left + " shards";
        return new ShardCalm("drained", (System.nanoTime() - began) / 1_000_000, wrong);
    }

    private int leftToDrain(String node) throws SQLException {
        return groups.find(ShardNodeMain.GROUP)
                .filter(group -> group.nodes().stream()
                        .anyMatch(member ->
                                member.node().equals(node) && member.state() == ShardGroup.NodeState.DRAINING))
                .map(group -> group.ledBy(node))
                .orElse(0);
    }

    void undrain(String node) throws SQLException {
        groups.undrain(ShardNodeMain.GROUP, node);
    }

    void resize(int shards) throws SQLException {
        groups.resize(ShardNodeMain.GROUP, shards);
    }

    @Override
    public void close() {
        baton.close();
    }
}
