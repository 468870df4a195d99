package dev.baton.micrometer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The metrics of divided roles, as one instance counts them for the whole cluster. */
public final class ShardMetrics {

    /** Several rounds of counting: after that another instance counts. */
    private static final double FRESH_SECONDS = 20;

    private final MeterRegistrar meters;
    private final Counter moved;
    private volatile Reading latest = new Reading(Optional.empty(), 0);

    private record Reading(Optional<Count> count, double at) {}

    /**
     * What is so now, of all divided roles.
     *
     * @param withoutLeader shards that nobody leads
     * @param longestWithout for how long the one of them that has been so longest
     * @param toMove shards that are led by another node than the one to which they belong
     * @param uneven shards that would have to move for even shares
     * @param skew how many times its part of the work the busiest node has; {@code NaN} if that is not known
     */
    public record Count(long withoutLeader, Duration longestWithout, long toMove, long uneven, double skew) {}

    public ShardMetrics(MeterRegistry registry) {
        this(registry, Tags.empty());
    }

    /**
     * @param tags for every meter
     */
    public ShardMetrics(MeterRegistry registry, Iterable<Tag> tags) {
        this.meters = new MeterRegistrar(registry, tags);
        gauge(Metric.SHARDS_WITHOUT_LEADER, Count::withoutLeader);
        gauge(Metric.SHARDS_UNLED_TIME, count -> count.longestWithout().toMillis() / 1e3);
        gauge(Metric.SHARDS_TO_MOVE, Count::toMove);
        gauge(Metric.SHARDS_UNEVEN, Count::uneven);
        gauge(Metric.SHARDS_SKEW, Count::skew);
        this.moved = meters.counter(Metric.SHARDS_MOVED);
    }

    private void gauge(Metric metric, ToDoubleFunction<Count> figure) {
        meters.gauge(
                metric,
                this,
                metrics -> metrics.fresh().map(figure::applyAsDouble).orElse(Double.NaN));
    }

    /** What was just counted. */
    public void counted(Count count) {
        latest = new Reading(Optional.of(count), meters.now());
    }

    /** So many shards are led by another node than when they were last looked at. */
    public void moved(long shards) {
        moved.increment((double) shards);
    }

    private Optional<Count> fresh() {
        Reading known = latest;
        return known.count().filter(count -> meters.now() - known.at() < FRESH_SECONDS);
    }
}
