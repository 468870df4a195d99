package dev.baton.submissions.executor;

import dev.baton.election.Stopwatch;
import dev.baton.submissions.gateway.GatewayLimits;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What stands before each gateway, for one term. */
final class Guards {

    private final ExecutorSettings settings;
    private final StopwatchClock clock;
    private final Map<String, GatewayGuard> byName = new ConcurrentHashMap<>();

    Guards(ExecutorSettings settings, Stopwatch time) {
        this.settings = settings;
        this.clock = new StopwatchClock(time);
    }

    GatewayGuard of(String gateway) {
        return byName.computeIfAbsent(
                gateway,
                name -> new GatewayGuard(
                        name,
                        settings.limits().getOrDefault(name, GatewayLimits.DEFAULT),
                        settings.concurrency(),
                        clock));
    }
}
