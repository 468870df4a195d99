package dev.baton.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.shards.ShardGroup.NodeState;
import dev.baton.sql.Leadership;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Who has more of the work than its part. */
class ShardGroupTest {

    private static final Duration LIVES = Duration.ofSeconds(1);

    private static ShardGroup.Node node(String id, int weight, NodeState state, Duration silent) {
        return new ShardGroup.Node(id, id + "#1", weight, state, 1, silent);
    }

    private static ShardGroup.Led led(int shard, String node) {
        Instant at = Instant.EPOCH;
        String role = "orders." + shard;
        Optional<Leadership.Leader> leader =
                Optional.of(new Leadership.Leader(role, node, node + "#1", 1, "lease", "exclusive", at, at, at, false));
        return new ShardGroup.Led(
                new ShardPlace(shard, role, Optional.empty(), Optional.empty()), leader, Optional.empty());
    }

    /** Shards led by the nodes with these names, one letter each, and their work. */
    private static ShardGroup group(List<ShardGroup.Node> nodes, String leaders, Double... work) {
        List<ShardGroup.Led> shards = new ArrayList<>();
        for (int shard = 0; shard < leaders.length(); shard++) {
            shards.add(led(shard, leaders.substring(shard, shard + 1)));
        }
        Optional<ShardLoad> load = work.length == 0 ? Optional.empty() : Optional.of(new ShardLoad(List.of(work)));
        int count = shards.size();
        return new ShardGroup("orders", new Layout(1, count), count, false, 1, nodes, shards, List.of(), load);
    }

    private static List<ShardGroup.Node> two() {
        return List.of(node("a", 1, NodeState.OPEN, LIVES), node("b", 1, NodeState.OPEN, LIVES));
    }

    private static void assertSkew(ShardGroup group, double skew) {
        assertThat(group.skew().orElseThrow()).isCloseTo(skew, Offset.offset(1e-9));
    }

    /** Names with a dot that no shard has are anybody's. */
    @Test
    void aRoleBelongsToAGroupByTheNameOfAShardOrOfItsCoordinatorOnly() {
        assertThat(List.of("orders.0", "orders.1023", "orders.coordinator"))
                .allSatisfy(role -> assertThat(ShardGroup.groupOf(role)).contains("orders"));
        assertThat(ShardGroup.groupOf("a.b.7")).contains("a.b");
        assertThat(List.of(
                        "orders", "orders.", ".7", "orders.007", "orders.1024", "orders.2025", "orders.x", "orders.-1"))
                .allSatisfy(role -> assertThat(ShardGroup.groupOf(role)).isEmpty());
    }

    @Test
    void isOneIfAllHaveTheirPart() {
        assertSkew(group(two(), "abab", 3.0, 5.0, 5.0, 3.0), 1);
    }

    @Test
    void isTheBusiestNodesWorkBesideItsPart() {
        ShardGroup group = group(two(), "abab", 9.0, 1.0, 1.0, 1.0);
        assertThat(group.loadOf("a")).isEqualTo(OptionalDouble.of(10));
        assertThat(group.loadOf("b")).isEqualTo(OptionalDouble.of(2));
        assertSkew(group, 10.0 / 6);
    }

    @Test
    void goesByWeight() {
        List<ShardGroup.Node> weighted =
                List.of(node("a", 3, NodeState.OPEN, LIVES), node("b", 1, NodeState.OPEN, LIVES));
        assertSkew(group(weighted, "aaab", 1.0, 1.0, 1.0, 1.0), 1);
        assertSkew(group(weighted, "aabb", 1.0, 1.0, 1.0, 1.0), 2);
    }

    @Test
    void isUnknownWithoutWorkOrAnybodyToShareItWith() {
        assertThat(group(two(), "abab").skew()).isEmpty();
        assertThat(group(two(), "abab").loadOf("a")).isEmpty();
        assertThat(group(two(), "abab", 0.2, 0.2, 0.2, 0.2).skew()).as("chance").isEmpty();
        Double[] work = {9.0, 1.0, 1.0, 1.0};
        assertThat(group(List.of(node("a", 1, NodeState.OPEN, LIVES)), "aaaa", work)
                        .skew())
                .isEmpty();
        for (ShardGroup.Node other : List.of(
                node("b", 1, NodeState.DRAINING, LIVES),
                node("b", 1, NodeState.OPEN, ShardGroups.LIVES.plusSeconds(1)))) {
            assertThat(group(List.of(node("a", 1, NodeState.OPEN, LIVES), other), "aaaa", work)
                            .skew())
                    .isEmpty();
        }
    }
}
