package dev.baton.shards;

import dev.baton.sql.Leadership;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A group as the tables show it at one moment, for whoever looks from outside.
 *
 * @param wanted how many shards it shall have; differs from those of the layout until the coordinator has changed it
 * @param closing whether all shards of the layout are ending, because another follows
 * @param plan the plan's version
 */
public record ShardGroup(
        String name, Layout layout, int wanted, boolean closing, long plan, List<Node> nodes, List<Led> shards) {

    /**
     * A node of the group.
     *
     * @param holder which process of it
     * @param state {@code open}, {@code refusing} or {@code draining}
     * @param plan the version that it has acted on
     * @param silent how long ago it reported itself, by the database's clock
     */
    public record Node(String node, String holder, int weight, String state, long plan, Duration silent) {}

    /**
     * A shard.
     *
     * @param place where it belongs
     * @param leader the row of its role, if its holder has not left it and it has not expired
     */
    public record Led(ShardPlace place, Optional<Leadership.Leader> leader) {}

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
}
