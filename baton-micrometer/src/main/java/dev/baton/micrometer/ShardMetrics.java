package dev.baton.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;

/** The metrics of divided roles, as one instance counts them for the whole cluster. */
public final class ShardMetrics {

    /** Several rounds of counting: after that another instance counts. */
    private static final double FRESH_SECONDS = 20;

    private final MeterRegistrar meters;
    private volatile Count latest = new Count(Double.NaN, Double.NaN, 0);

    private record Count(double withoutLeader, double toMove, double at) {}

    public ShardMetrics(MeterRegistry registry) {
        this(registry, Tags.empty());
    }

    /**
     * @param tags for every meter
     */
    public ShardMetrics(MeterRegistry registry, Iterable<Tag> tags) {
        this.meters = new MeterRegistrar(registry, tags);
        meters.gauge(
                Metric.SHARDS_WITHOUT_LEADER, this, metrics -> metrics.fresh().withoutLeader());
        meters.gauge(Metric.SHARDS_TO_MOVE, this, metrics -> metrics.fresh().toMove());
    }

    /** What was just counted. */
    public void counted(long withoutLeader, long toMove) {
        latest = new Count(withoutLeader, toMove, meters.now());
    }

    private Count fresh() {
        Count known = latest;
        return meters.now() - known.at() < FRESH_SECONDS ? known : new Count(Double.NaN, Double.NaN, 0);
    }
}
