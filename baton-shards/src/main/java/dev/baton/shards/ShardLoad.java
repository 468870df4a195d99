package dev.baton.shards;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * How much work each shard of a group has had in the last minute, as the processes that led it have counted: what their work says
 * that it does, else its fenced transactions.
 *
 * @param perSecond pieces a second, by shard
 */
public record ShardLoad(List<Double> perSecond) {

    /** With fewer, who has how much is chance. */
    private static final double FEW_PER_SECOND = 1;

    public ShardLoad {
        perSecond = List.copyOf(perSecond);
    }

    /** What several nodes say: a shard that has moved was worked on by two of them. */
    static ShardLoad of(Layout layout, Collection<WorkReport> reports) {
        List<Double> all = new ArrayList<>();
        for (int shard = 0; shard < layout.shards(); shard++) {
            double sum = 0;
            for (WorkReport report : reports) {
                sum += report.pieces().getOrDefault(shard, 0L) * 1e3 / report.spanMillis();
            }
            all.add(sum);
        }
        return new ShardLoad(all);
    }

    /** All shards together. */
    public double total() {
        return perSecond.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Whether it is so little that who has how much of it is chance. */
    public boolean isLittle() {
        return total() < FEW_PER_SECOND;
    }

    /** The part of all work that the busiest shard has, from 0 to 1; empty if there is little. */
    public OptionalDouble ofBusiest() {
        return isLittle() ? OptionalDouble.empty() : OptionalDouble.of(perSecond.get(busiest()) / total());
    }

    /** The shard with the most work. */
    public int busiest() {
        return IntStream.range(0, perSecond.size())
                .reduce(0, (most, shard) -> perSecond.get(shard) > perSecond.get(most) ? shard : most);
    }
}
