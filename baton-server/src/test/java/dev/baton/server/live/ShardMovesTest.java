package dev.baton.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.Leadership;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShardMovesTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static Leadership.Entry entry(long id, int shard, long epoch, String node, String event, String reason) {
        return new Leadership.Entry(
                id, "orders." + shard, epoch, node + "-1-aa", node, event, reason, START.plusMillis(id * 100));
    }

    @Test
    void aMoveSaysFromWhomToWhomAndForHowLongNobodyLed() {
        List<ShardMoves.Move> moves = ShardMoves.of(
                List.of(
                        entry(3, 1, 2, "b", "acquired", "its gate opens 40 ms later"),
                        entry(2, 1, 1, "a", "transferred", "to b"),
                        entry(1, 1, 1, "a", "acquired", "the role was free")),
                10);
        assertThat(moves)
                .containsExactly(
                        new ShardMoves.Move("orders.1", START.plusMillis(300), 2, "a", "b", "transferred", 140L),
                        new ShardMoves.Move("orders.1", START.plusMillis(100), 1, null, "a", null, null));
    }

    @Test
    void whoHadItIsKnownThoughItsBeginningIsNot() {
        assertThat(ShardMoves.of(
                        List.of(
                                entry(8, 1, 9, "a", "lost", "not released; last heartbeat 200 ms before b took over"),
                                entry(9, 1, 10, "b", "acquired", "")),
                        10))
                .containsExactly(new ShardMoves.Move("orders.1", START.plusMillis(900), 10, "a", "b", "lost", 300L));
    }

    @Test
    void aShardThatComesBackToItsNodeHasNotMovedAndShardsAreNotMixedUp() {
        assertThat(ShardMoves.of(
                        List.of(
                                entry(1, 1, 1, "a", "released", ""),
                                entry(2, 2, 5, "b", "acquired", ""),
                                entry(3, 1, 2, "a", "acquired", "")),
                        10))
                .extracting(ShardMoves.Move::role, ShardMoves.Move::from)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("orders.2", null));
    }

    @Test
    void onlyTheLatestAreShown() {
        assertThat(ShardMoves.of(
                        List.of(
                                entry(1, 1, 1, "a", "acquired", ""),
                                entry(2, 2, 1, "b", "acquired", ""),
                                entry(3, 3, 1, "a", "acquired", "")),
                        2))
                .extracting(ShardMoves.Move::role)
                .containsExactly("orders.3", "orders.2");
    }
}
