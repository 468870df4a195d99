package dev.baton.shards;

import dev.baton.shards.plan.Assignment;
import dev.baton.shards.plan.Member;
import dev.baton.shards.plan.Planner;
import dev.baton.shards.plan.Willingness;
import dev.baton.sql.Leadership;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * A group as the tables show it at one moment, for whoever looks from outside.
 *
 * @param wanted how many shards it shall have; differs from those of the layout until the coordinator has changed it
 * @param closing whether all shards of the layout are ending, because another follows
 * @param plan the plan's version
 * @param moves what operators have asked for and the coordinator has not done yet
 * @param load how much work shards have; empty if no node has counted any of late
 */
public record ShardGroup(
        String name,
        Layout layout,
        int wanted,
        boolean closing,
        long plan,
        List<Node> nodes,
        List<Led> shards,
        List<Move> moves,
        Optional<ShardLoad> load) {

    /**
     * A node of the group.
     *
     * @param holder which process of it
     * @param state what it takes
     * @param plan the version that it has acted on
     * @param silent how long ago it reported itself, by the database's clock
     */
    public record Node(String node, String holder, int weight, NodeState state, long plan, Duration silent) {}

    /** What a node takes. */
    public enum NodeState {
        /** Its share. */
        OPEN,
        /** Nothing new; it keeps what it has, up to its share. */
        REFUSING,
        /** Nothing; what it has goes to others. */
        DRAINING;

        static NodeState of(Willingness willingness) {
            return switch (willingness) {
                case OPEN -> OPEN;
                case REFUSING -> REFUSING;
                case DRAINING -> DRAINING;
            };
        }

        private Willingness willingness() {
            return switch (this) {
                case OPEN -> Willingness.OPEN;
                case REFUSING -> Willingness.REFUSING;
                case DRAINING -> Willingness.DRAINING;
            };
        }

        /** The word for it in tables, answers and commands. */
        public String label() {
            return willingness().label();
        }
    }

    /**
     * A shard.
     *
     * @param place where it belongs
     * @param leader the row of its role, if its holder has not left it and it has not expired
     * @param without for how long nobody has led it, by the database's clock; empty if somebody does, or nobody ever did
     */
    public record Led(ShardPlace place, Optional<Leadership.Leader> leader, Optional<Duration> without) {}

    /**
     * A shard that shall be another node's.
     *
     * @param node whose
     * @param asked how long ago, by the database's clock
     */
    public record Move(int shard, String node, Duration asked) {}

    /** The group to which a role would belong by its name: as one of its shards, or as the role whose leader plans. */
    public static Optional<String> groupOf(String role) {
        return GroupNames.groupOf(role);
    }

    /** The shards that nobody leads. */
    public List<Integer> withoutLeader() {
        return shards.stream()
                .filter(led -> led.leader().isEmpty())
                .map(led -> led.place().shard())
                .toList();
    }

    /** How many shards a node leads. */
    public int ledBy(String node) {
        return (int) shards.stream()
                .filter(led ->
                        led.leader().filter(row -> row.nodeId().equals(node)).isPresent())
                .count();
    }

    /** How many shards belong to a node, by the plan. */
    public int ownedBy(String node) {
        return (int) shards.stream()
                .filter(led -> led.place().owner().filter(node::equals).isPresent())
                .count();
    }

    /**
     * How many of the led shards would have to move for even shares of the nodes that live and take any; 0 while all end for
     * another number.
     */
    public int uneven() {
        List<Member> living = nodes.stream()
                .filter(node -> node.silent().compareTo(ShardGroups.LIVES) <= 0)
                .map(node -> new Member(node.node(), node.weight(), node.state().willingness()))
                .toList();
        if (closing) {
            return 0;
        }
        List<Assignment> asLed = shards.stream().map(ShardGroup::asLed).toList();
        List<Assignment> even = Planner.plan(asLed, living, Duration.ZERO);
        return (int) IntStream.range(0, asLed.size())
                .filter(shard -> asLed.get(shard).owner().isPresent()
                        && even.get(shard).owner().isPresent()
                        && !even.get(shard).owner().equals(asLed.get(shard).owner()))
                .count();
    }

    /** How much work the shards have that a node leads, in pieces a second; empty if none is counted. */
    public OptionalDouble loadOf(String node) {
        if (load.isEmpty()) {
            return OptionalDouble.empty();
        }
        List<Double> perSecond = load.get().perSecond();
        return OptionalDouble.of(shards.stream()
                .filter(led ->
                        led.leader().filter(row -> row.nodeId().equals(node)).isPresent())
                .mapToDouble(led -> perSecond.get(led.place().shard()))
                .sum());
    }

    /**
     * How many times its part of the work, by weight, the busiest node has whose shards are led: 1 if all have theirs. Empty while
     * none or little is counted, fewer than two nodes take shards, or all end for another number.
     */
    public OptionalDouble skew() {
        List<Node> taking = nodes.stream()
                .filter(node -> node.silent().compareTo(ShardGroups.LIVES) <= 0)
                .filter(node -> node.state() != NodeState.DRAINING)
                .toList();
        if (closing || taking.size() < 2 || load.isEmpty() || load.get().isLittle()) {
            return OptionalDouble.empty();
        }
        double weights = taking.stream().mapToInt(Node::weight).sum();
        double all = load.get().total();
        return taking.stream()
                .mapToDouble(node -> loadOf(node.node()).orElse(0) / all * weights / node.weight())
                .max();
    }

    private static Assignment asLed(Led led) {
        return new Assignment(
                led.leader().map(Leadership.Leader::nodeId), Optional.empty(), Optional.empty(), Duration.ZERO);
    }
}
