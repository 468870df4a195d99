package dev.baton.submissions.executor.limits;

import dev.baton.submissions.executor.term.ExecutorSettings;
import dev.baton.submissions.gateway.GatewayLimits;
import dev.baton.support.Stopwatch;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What stands before each gateway, for one term. */
public final class GatewayGuards {

    private final ExecutorSettings settings;
    private final StopwatchClock clock;
    private final Map<String, GatewayGuard> byName = new ConcurrentHashMap<>();

    public GatewayGuards(ExecutorSettings settings, Stopwatch time) {
        this.settings = settings;
        this.clock = new StopwatchClock(time);
    }

    public GatewayGuard of(String gateway) {
        return byName.computeIfAbsent(
                gateway,
                name -> new GatewayGuard(
                        name,
                        settings.limits().getOrDefault(name, GatewayLimits.DEFAULT),
                        settings.concurrency(),
                        clock));
    }
}
