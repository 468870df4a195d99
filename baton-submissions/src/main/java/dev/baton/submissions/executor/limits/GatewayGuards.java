package dev.baton.submissions.executor.limits;

import dev.baton.submissions.executor.term.ExecutorSettings;
import dev.baton.submissions.gateway.GatewayLimits;
import dev.baton.submissions.store.Lanes;
import dev.baton.support.Stopwatch;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What stands before each gateway: for one term, or for all terms of a node where the executor is divided. Lanes of one gateway
 * share what it bears.
 */
public final class GatewayGuards {

    private final ExecutorSettings settings;
    private final StopwatchClock clock;
    private final Map<String, GatewayGuard> byName = new ConcurrentHashMap<>();

    public GatewayGuards(ExecutorSettings settings, Stopwatch time) {
        this.settings = settings;
        this.clock = new StopwatchClock(time);
    }

    /** What stands before the gateway of a lane. A gateway with limits of its own is never divided. */
    public GatewayGuard of(String lane) {
        String gateway = settings.limits().containsKey(lane) ? lane : Lanes.gatewayOf(lane);
        return byName.computeIfAbsent(
                gateway,
                name -> new GatewayGuard(
                        name,
                        settings.limits().getOrDefault(name, GatewayLimits.DEFAULT),
                        settings.concurrency(),
                        clock));
    }
}
