package dev.baton.micrometer;

import dev.baton.Campaign;
import dev.baton.Campaign.Standing;
import dev.baton.LeadershipEvent;
import dev.baton.LeadershipEvent.Cause;
import io.micrometer.core.instrument.Counter;
import java.util.EnumMap;
import java.util.Map;

/** The meters of one role. Written by the listeners' thread alone, read by whoever scrapes. */
final class RoleMeters {

    private final MeterRegistrar meters;
    private final Counter acquired;
    private final Counter failovers;
    private final Counter lateHeartbeats;
    private final Map<Cause, Counter> lost = new EnumMap<>(Cause.class);
    private volatile Campaign campaign;
    private volatile Totals ended = new Totals(0, 0, 0, 0);
    private volatile long epoch;
    private volatile double acquiredAt;

    /** What a campaign counts itself; a closed one keeps its numbers, and the next one begins again at zero. */
    private record Totals(long attempts, long blocked, long accepted, long rejected) {
        static Totals of(Campaign campaign) {
            var writes = campaign.fencedWrites();
            return new Totals(campaign.attempts(), campaign.gate().blocked(), writes.accepted(), writes.rejected());
        }

        Totals plus(Totals other) {
            return new Totals(
                    attempts + other.attempts,
                    blocked + other.blocked,
                    accepted + other.accepted,
                    rejected + other.rejected);
        }
    }

    RoleMeters(MeterRegistrar meters, String role) {
        this.meters = meters;
        this.acquired = meters.counter(Metric.LEADER_ACQUIRED, role);
        this.failovers = meters.counter(Metric.LEADER_FAILOVERS, role);
        this.lateHeartbeats = meters.counter(Metric.HEARTBEATS_LATE, role);
        for (Cause cause : Cause.values()) {
            if (cause.endsTerm()) {
                lost.put(cause, meters.counter(Metric.LEADERSHIP_LOST, role, cause.label()));
            }
        }
        meters.gauge(Metric.LEADER_IS_LEADER, this, RoleMeters::isLeader, role);
        meters.gauge(Metric.LEADER_EPOCH, this, meter -> meter.epoch, role);
        meters.time(Metric.LEADER_TENURE, this, RoleMeters::tenure, role);
        meters.time(Metric.HEARTBEAT_AGE, this, RoleMeters::heartbeatAge, role);
        meters.time(Metric.LEADER_HELD_UP, this, RoleMeters::heldUp, role);
        meters.counter(Metric.LEADER_ELECTIONS, this, meter -> meter.totals().attempts(), role);
        meters.counter(Metric.ACTION_BLOCKED, this, meter -> meter.totals().blocked(), role);
        meters.counter(Metric.FENCED_WRITES, this, meter -> meter.totals().accepted(), role, "accepted");
        meters.counter(Metric.FENCED_WRITES, this, meter -> meter.totals().rejected(), role, "rejected");
    }

    void follow(Campaign next) {
        ended = totals();
        campaign = next;
    }

    void acquired(LeadershipEvent event) {
        acquired.increment();
        if (event.cause() == Cause.FAILOVER) {
            failovers.increment();
        }
        acquiredAt = meters.now();
        epoch = event.epoch();
    }

    void gateClosed(LeadershipEvent event) {
        if (event.cause() == Cause.LATE_HEARTBEATS) {
            lateHeartbeats.increment();
        }
    }

    void lost(LeadershipEvent event) {
        lost.get(event.cause()).increment();
    }

    private Totals totals() {
        Campaign now = campaign;
        return now == null ? ended : ended.plus(Totals.of(now));
    }

    private double isLeader() {
        Campaign now = campaign;
        return now != null && now.gate().isLeader() ? 1 : 0;
    }

    private double tenure() {
        Campaign now = campaign;
        boolean holds = now != null && now.standing() == Standing.LEADING && epoch > 0;
        return holds ? meters.now() - acquiredAt : 0;
    }

    private double heldUp() {
        Campaign now = campaign;
        return now == null ? 0 : MeterRegistrar.seconds(now.heldUpByOldWork());
    }

    private double heartbeatAge() {
        Campaign now = campaign;
        return now == null
                ? Double.NaN
                : now.heartbeatAge().map(MeterRegistrar::seconds).orElse(Double.NaN);
    }
}
