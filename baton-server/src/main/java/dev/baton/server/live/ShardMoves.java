package dev.baton.server.live;

import dev.baton.sql.Leadership;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How shards went from node to node, put together from the history of their roles. Pure. */
final class ShardMoves {

    private ShardMoves() {}

    /**
     * One shard's way to a node.
     *
     * @param at when its role was granted
     * @param from who had it before; null if the history does not say
     * @param ending how the term before ended: {@code released, drained, transferred} or {@code lost}; null if there was none
     * @param gapMillis how long nobody could act for it; null if the history does not say
     */
    record Move(String role, Instant at, long epoch, String from, String to, String ending, Long gapMillis) {}

    /**
     * The latest first; a shard that comes back to the node that had it has not moved.
     *
     * @param entries of shards alone, in any order
     */
    static List<Move> of(List<Leadership.Entry> entries, int atMost) {
        Map<String, Leadership.Entry> ended = new HashMap<>();
        List<Move> moves = new ArrayList<>();
        List<Leadership.Entry> inOrder = entries.stream()
                .sorted(Comparator.comparing(Leadership.Entry::role)
                        .thenComparingLong(Leadership.Entry::epoch)
                        .thenComparingLong(Leadership.Entry::id))
                .toList();
        for (Leadership.Entry entry : inOrder) {
            if (entry.ends()) {
                ended.put(entry.role(), entry);
            } else if (entry.begins()) {
                moves.add(move(entry, ended.remove(entry.role())));
            }
        }
        return moves.stream()
                .filter(move -> !move.to().equals(move.from()))
                .sorted(Comparator.comparing(Move::at).reversed())
                .limit(atMost)
                .toList();
    }

    private static Move move(Leadership.Entry begun, Leadership.Entry before) {
        if (before == null) {
            return new Move(begun.role(), begun.at(), begun.epoch(), null, begun.nodeId(), null, null);
        }
        long gap = Duration.between(Terms.endOf(before), Terms.opening(begun)).toMillis();
        return new Move(
                begun.role(),
                begun.at(),
                begun.epoch(),
                before.nodeId(),
                begun.nodeId(),
                before.event(),
                Math.max(0, gap));
    }
}
