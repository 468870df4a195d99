package dev.baton.server.live;

import dev.baton.shards.ShardGroup;
import dev.baton.shards.ShardGroups;
import dev.baton.shards.ShardLoad;
import java.math.BigDecimal;
import java.math.MathContext;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Roles that are divided, as the dashboard draws them: up to a thousand shards in a few kilobytes, every second. */
final class DividedRoles {

    private static final int NOBODY = -1;

    private final ShardGroups groups;
    private Set<String> known = Set.of();

    DividedRoles(ShardGroups groups) {
        this.groups = groups;
    }

    /**
     * A role.
     *
     * @param nodes those that have reported themselves
     * @param names every node that is spoken of; the numbers below are places in this list
     * @param leaders for each shard, who leads it; -1 if nobody does
     * @param owners for each shard, to whom it belongs by the plan; -1 if to nobody
     * @param unled those that nobody leads
     * @param work for each shard, pieces a second in the last minute; null if nobody counts any
     * @param skew how many times its part of the work the busiest node has; null if that is not known
     */
    record Item(
            String role,
            long layout,
            int shards,
            int wanted,
            boolean closing,
            long plan,
            List<Node> nodes,
            List<String> names,
            List<Integer> leaders,
            List<Integer> owners,
            List<Unled> unled,
            List<Double> work,
            Double skew) {

        static Item of(ShardGroup group) {
            List<String> names = List.copyOf(names(group));
            return new Item(
                    group.name(),
                    group.layout().number(),
                    group.layout().shards(),
                    group.wanted(),
                    group.closing(),
                    group.plan(),
                    group.nodes().stream().map(Node::of).toList(),
                    names,
                    group.shards().stream()
                            .map(led -> place(names, leader(led)))
                            .toList(),
                    group.shards().stream()
                            .map(led -> place(names, led.place().owner()))
                            .toList(),
                    group.shards().stream()
                            .filter(led -> led.leader().isEmpty())
                            .map(Unled::of)
                            .toList(),
                    group.load().map(Item::work).orElse(null),
                    group.skew().isPresent() ? twoDigits(group.skew().getAsDouble()) : null);
        }

        private static List<Double> work(ShardLoad load) {
            return load.perSecond().stream().map(Item::twoDigits).toList();
        }

        /** More would be sent, and drawn anew, for what nobody sees. */
        private static double twoDigits(double figure) {
            return figure == 0
                    ? 0
                    : new BigDecimal(figure).round(new MathContext(2)).doubleValue();
        }

        private static Set<String> names(ShardGroup group) {
            return Stream.concat(
                            group.nodes().stream().map(ShardGroup.Node::node),
                            group.shards().stream()
                                    .flatMap(led -> Stream.concat(leader(led).stream(), led.place().owner().stream())))
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        private static Optional<String> leader(ShardGroup.Led led) {
            return led.leader().map(row -> row.nodeId());
        }

        private static int place(List<String> names, Optional<String> node) {
            return node.map(names::indexOf).orElse(NOBODY);
        }
    }

    /** A node that takes shards. */
    record Node(String nodeId, String holderId, String state, int weight, long silentMillis) {

        static Node of(ShardGroup.Node node) {
            return new Node(
                    node.node(),
                    node.holder(),
                    node.state().label(),
                    node.weight(),
                    Math.max(0, node.silent().toMillis()));
        }
    }

    /**
     * A shard that nobody leads.
     *
     * @param forMillis for how long; null if nobody ever did
     */
    record Unled(int shard, Long forMillis) {

        static Unled of(ShardGroup.Led led) {
            return new Unled(
                    led.place().shard(),
                    led.without().map(since -> since.toMillis()).orElse(null));
        }
    }

    List<Item> read() throws SQLException {
        List<ShardGroup> all = groups.list();
        known = all.stream().map(ShardGroup::name).collect(Collectors.toUnmodifiableSet());
        return all.stream().map(Item::of).toList();
    }

    /** Whether a role is a part of one that {@link #read} has found, and not one of its own. */
    boolean isPart(String role) {
        return ShardGroup.groupOf(role).filter(known::contains).isPresent();
    }

    /** Whether it is a shard, and not the role whose leader plans. */
    boolean isShard(String role) {
        return isPart(role) && Character.isDigit(role.charAt(role.length() - 1));
    }

    boolean areThere() {
        return !known.isEmpty();
    }
}
