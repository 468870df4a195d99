package dev.baton.micrometer;

import dev.baton.Campaign;
import dev.baton.LeadershipEvent;
import dev.baton.LeadershipListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The metrics of elections, gates and fences of one Baton, by role; to be given to its builder. Several Batons on one
 * registry need a tag that tells them apart.
 */
public final class LeadershipMetrics implements LeadershipListener {

    private final MeterRegistrar meters;
    private final Timer acquireLatency;
    private final Timer heartbeatUpdate;
    private final Map<String, RoleMeters> roles = new ConcurrentHashMap<>();

    public LeadershipMetrics(MeterRegistry registry) {
        this(registry, Tags.empty());
    }

    /**
     * @param tags for every meter
     */
    public LeadershipMetrics(MeterRegistry registry, Iterable<Tag> tags) {
        this.meters = new MeterRegistrar(registry, tags);
        this.acquireLatency = meters.histogram(Metric.ACQUIRE_LATENCY, HistogramBuckets.REQUEST);
        this.heartbeatUpdate = meters.histogram(Metric.HEARTBEAT_UPDATE, HistogramBuckets.REQUEST);
    }

    private RoleMeters role(String role) {
        return roles.computeIfAbsent(role, name -> new RoleMeters(meters, name));
    }

    @Override
    public void campaignStarted(Campaign campaign) {
        role(campaign.role()).follow(campaign);
    }

    @Override
    public void acquired(LeadershipEvent event) {
        role(event.role()).acquired(event);
        acquireLatency.record(event.elapsed());
    }

    @Override
    public void renewed(LeadershipEvent event) {
        heartbeatUpdate.record(event.elapsed());
    }

    @Override
    public void gateClosed(LeadershipEvent event) {
        role(event.role()).gateClosed(event);
    }

    @Override
    public void lost(LeadershipEvent event) {
        role(event.role()).lost(event);
    }
}
